import GeofenceCore
import Testing

@testable import geofence_agent

/// Traccar, gpsd and Meshtastic.
@Suite struct PositionShapeTests {
    private static let now: Int64 = 1_760_000_000_000

    private static func position(_ members: String) -> String {
        "{\"position\":{\"id\":7,\"protocol\":\"osmand\",\(members)},\"device\":{\"id\":3,\"uniqueId\":\"van-1\"}}"
    }

    private static func mesh(_ members: String, _ rest: String = #""type":"position""#) -> String {
        "{\"from\":2130636288,\"sender\":\"!aabbccdd\",\(rest),\"payload\":{\(members)}}"
    }

    private static func outcome(_ shape: PayloadShape, _ payload: String) -> Outcome {
        PayloadDecoder(format: .shaped(shape)).outcome(payload)
    }

    @Test(
        arguments: [
            (
                position(
                    #""serverTime":"2025-10-09T09:00:00.000+00:00","deviceTime":"2025-10-09T08:59:00.000+00:00","fixTime":"2025-10-09T10:53:20.000+02:00","valid":true,"latitude":52.5,"longitude":13.4,"altitude":30.5,"speed":10,"course":5,"accuracy":12.5,"network":{"wifiAccessPoints":[{"macAddress":"aa:bb:cc:dd:ee:ff"}]}"#
                ),
                try Outcome.fix(52.5, 13.4, accuracy: 12.5, altitude: 30.5, speed: 18.52, time: now)
            ),
            (
                position(#""valid":true,"latitude":52.5,"longitude":13.4,"accuracy":0.0"#),
                try .fix(52.5, 13.4)
            ),
            (position(#""valid":false,"latitude":52.5,"longitude":13.4"#), .rejected(.unrelated)),
            (position(#""latitude":52.5"#), .rejected(.missing)),
            (position(#""latitude":92.5,"longitude":1"#), .rejected(.range)),
            (position(#""latitude":"north","longitude":1"#), .rejected(.type)),
            (
                position(#""latitude":1,"longitude":2,"fixTime":"1970-01-01T00:00:00.000+00:00""#),
                .rejected(.time)
            ),
            (
                #"{"event":{"type":"geofenceEnter","eventTime":"2025-10-09T08:53:21Z"},"position":{"fixTime":"2025-10-09T08:53:20Z","valid":true,"latitude":52.5,"longitude":13.4},"device":{"uniqueId":"van-1"},"geofence":{"area":"CIRCLE (1 2, 3)"}}"#,
                try .fix(52.5, 13.4, time: now)
            ),
            (
                #"{"event":{"type":"deviceOffline"},"position":null,"device":{"uniqueId":"van-1"}}"#,
                .rejected(.unrelated)
            ),
            (#"{"event":{"type":"deviceOnline"},"device":{"uniqueId":"van-1"}}"#, .rejected(.unrelated)),
            ("{}", .rejected(.unrelated)), ("", .rejected(.empty)), ("[]", .rejected(.shape)),
            ("x", .rejected(.json)),
        ] as [(String, Outcome)]
    )
    func `reads what Traccar forwards`(_ payload: String, _ outcome: Outcome) {
        #expect(Self.outcome(.traccar, payload) == outcome)
    }

    private static let tpv =
        #"{"class":"TPV","mode":3,"time":"2025-10-09T08:53:20.000Z","lat":52.5,"lon":13.4}"#
    private static let sky = #"{"class":"SKY","satellites":[{"PRN":3,"lat":1}]}"#

    @Test(
        arguments: [
            (tpv, try Outcome.fix(52.5, 13.4, time: now)),
            (
                #"{"class":"TPV","device":"/dev/ttyS0","mode":3,"time":"2025-10-09T08:53:20.500Z","lat":52.5,"lon":13.4,"altHAE":75.5,"altMSL":30.5,"alt":30.5,"speed":10,"track":1,"eph":20,"epv":3}"#,
                try .fix(52.5, 13.4, accuracy: 12.38, altitude: 30.5, speed: 36, time: now + 500)
            ),
            (#"{"class":"TPV","mode":2,"lat":52.5,"lon":13.4}"#, try .fix(52.5, 13.4)),
            (#"{"class":"TPV","mode":1,"lat":52.5,"lon":13.4}"#, .rejected(.unrelated)),
            (#"{"class":"TPV","mode":0}"#, .rejected(.unrelated)),
            (#"{"class":"TPV","mode":3}"#, .rejected(.unrelated)),
            (#"{"class":"TPV","mode":3,"lat":52.5}"#, .rejected(.missing)),
            (sky, .rejected(.unrelated)), (#"{"class":"VERSION","release":"3.22"}"#, .rejected(.unrelated)),
            (#"{"class":"WATCH","enable":true}"#, .rejected(.unrelated)),
            (#"{"class":"GST","lat":5,"lon":6}"#, .rejected(.unrelated)),
            ("\(sky)\r\n\(tpv)\r\n", try .fix(52.5, 13.4, time: now)),
            ("\(tpv)\n\(sky)\n{\"class\":\"TPV\",\"mo", try .fix(52.5, 13.4, time: now)),
            ("\(sky)\n\(sky)", .rejected(.unrelated)), ("{\"class\":\"TPV\",\"mo", .rejected(.json)),
            ("\n", .rejected(.unrelated)), ("", .rejected(.empty)), ("\(sky)\n5", .rejected(.shape)),
        ] as [(String, Outcome)]
    )
    func `reads gpsd's reports`(_ payload: String, _ outcome: Outcome) {
        #expect(Self.outcome(.gpsd, payload) == outcome)
    }

    @Test func `reads all positions of a payload, in order`() throws {
        let second = Self.tpv.replacing("52.5", with: "52.6").replacing("20.000Z", with: "21.000Z")
        let undated = #"{"class":"TPV","mode":3,"lat":1,"lon":2}"#
        let times = [Self.now, Self.now + 1000].map(Timestamp.init(milliseconds:))
        var expected = Reading(
            time: times[1],
            fix: Fix(coordinate: try Coordinate(latitude: 52.6, longitude: 13.4))
        )
        expected.earlier = [
            Reading(time: times[0], fix: Fix(coordinate: try Coordinate(latitude: 52.5, longitude: 13.4)))
        ]
        #expect(Self.outcome(.gpsd, "\(Self.tpv)\n\(undated)\n\(second)") == .reading(expected))
    }

    private static let place = #""latitude_i":525000000,"longitude_i":134000000"#

    @Test(
        arguments: [
            (
                mesh(place + #","altitude":30,"ground_speed":7,"PDOP":150,"HDOP":90,"sats_in_view":8"#),
                try Outcome.fix(52.5, 13.4, altitude: 30, speed: 7)
            ),
            (
                mesh(
                    place + #","time":1759999999,"timestamp":1760000000"#,
                    #""type":"position","timestamp":1760000009"#
                ),
                try .fix(52.5, 13.4, time: now)
            ),
            (
                mesh(place + #","time":1760000000"#, #""timestamp":1760000009,"type":"position""#),
                try .fix(52.5, 13.4, time: now)
            ),
            (
                mesh(place + #","time":0"#, #""timestamp":1760000000,"type":"position""#),
                try .fix(52.5, 13.4, time: now)
            ),
            (mesh(place, #""timestamp":12,"type":"position""#), try .fix(52.5, 13.4)),
            (mesh(place + #","precision_bits":32"#), try .fix(52.5, 13.4)),
            (mesh(place + #","precision_bits":0"#), try .fix(52.5, 13.4)),
            (
                mesh(place + #","precision_bits":16"#),
                try .fix(52.5, 13.4, accuracy: 339.707)
            ),
            (
                mesh(place + #","precision_bits":13"#),
                try .fix(52.5, 13.4, accuracy: 2717.658)
            ),
            (mesh(#""latitude_i":1"#), .rejected(.missing)),
            (mesh(#""latitude_i":910000000,"longitude_i":1"#), .rejected(.range)),
            (mesh(#""time":1760000000"#), .rejected(.unrelated)),
            (mesh(place, #""type":"waypoint""#), .rejected(.unrelated)),
            (mesh(#""text":"hi""#, #""type":"text""#), .rejected(.unrelated)),
            (mesh(#""battery_level":80"#, #""type":"telemetry""#), .rejected(.unrelated)),
            (mesh(#""longname":"x""#, #""type":"nodeinfo""#), .rejected(.unrelated)),
            (#"{"from":5,"type":"","payload":"x"}"#, .rejected(.unrelated)), ("{}", .rejected(.unrelated)),
        ] as [(String, Outcome)]
    )
    func `reads Meshtastic's positions`(_ payload: String, _ outcome: Outcome) {
        #expect(Self.outcome(.meshtastic, payload) == outcome)
        if outcome != .rejected(.unrelated) {
            #expect(PayloadDecoder(format: .auto).outcome(payload) == outcome)
        }
    }

    @Test(
        arguments: [
            ("2130636288", try Outcome.fix(52.5, 13.4, device: "!7efeee00")),
            ("5", try .fix(52.5, 13.4, device: "!00000005")),
            ("4294967295", try .fix(52.5, 13.4, device: "!ffffffff")), ("4294967296", .rejected(.id)),
            ("-1", .rejected(.id)), ("1.5", .rejected(.id)), ("null", .rejected(.missing)),
            ("\"!7efeee00\"", try .fix(52.5, 13.4, device: "!7efeee00")),
        ] as [(String, Outcome)]
    )
    func `names a node as its users do`(_ number: String, _ outcome: Outcome) {
        let decoder = PayloadDecoder(
            format: .shaped(.meshtastic),
            devicePointer: PayloadShape.meshtasticSender
        )
        let payload = "{\"from\":\(number),\"type\":\"position\",\"payload\":{\(Self.place)}}"
        #expect(decoder.outcome(payload) == outcome)
    }

    @Test func `takes the device from Traccar's payload`() throws {
        let pointer = PayloadShape.traccar.devicePointer
        let decoder = PayloadDecoder(format: .shaped(.traccar), devicePointer: pointer)
        let payload = Self.position(#""latitude":1,"longitude":2"#)
        #expect(decoder.outcome(payload) == (try .fix(1, 2, device: "van-1")))
        #expect(decoder.outcome(#"{"position":{"latitude":1,"longitude":2}}"#) == .rejected(.missing))
    }
}
