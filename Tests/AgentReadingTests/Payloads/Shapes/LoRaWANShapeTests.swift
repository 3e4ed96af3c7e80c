import GeofenceCore
import Testing

@testable import geofence_agent

/// ChirpStack and The Things Stack.
@Suite struct LoRaWANShapeTests {
    private static let now: Int64 = 1_760_000_000_000
    private static let gateway = #""rxInfo":[{"gatewayId":"g","location":{"latitude":1,"longitude":2}}]"#

    private static func chirp(_ members: String) -> String {
        "{\"time\":\"2025-10-09T08:53:20Z\",\"deviceInfo\":{\"devEui\":\"0102030405060708\"},\(members)}"
    }

    private static func ttn(_ members: String) -> String {
        "{\"end_device_ids\":{\"device_id\":\"tag-1\"},\"received_at\":\"2025-10-09T08:53:20Z\",\(members)}"
    }

    private static func uplink(_ members: String) -> String {
        ttn(
            "\"uplink_message\":{\"rx_metadata\":[{\"location\":{\"latitude\":1,\"longitude\":2}}],\(members)}"
        )
    }

    @Test(
        arguments: [
            (
                chirp(gateway + #","object":{"latitude":52.5,"longitude":13.4,"altitude":30,"battery":3.6}"#),
                try Outcome.fix(52.5, 13.4, altitude: 30, time: now)
            ),
            (chirp(#""object":{"gps":{"lat":52.5,"lng":13.4}}"#), try .fix(52.5, 13.4, time: now)),
            (
                chirp(#""object":{"position":"52.5,13.4","lat":52.5,"lon":13.4}"#),
                try .fix(52.5, 13.4, time: now)
            ),
            (
                chirp(#""object":{"gpsLocation":{"1":{"latitude":52.5,"longitude":13.4,"altitude":3}}}"#),
                try .fix(52.5, 13.4, altitude: 3, time: now)
            ),
            (
                chirp(#""object":{"lat":52.5,"lon":13.4,"timestamp":1759999990}"#),
                try .fix(52.5, 13.4, time: now - 10_000)
            ),
            (
                chirp(#""object":{"lat":52.5,"lon":13.4,"time":"08:53"}"#),
                try .fix(52.5, 13.4, time: now)
            ),
            (chirp(#""object":{"x":0.1,"y":0.2}"#), .rejected(.unrelated)),
            (chirp(#""object":{"lat":null,"lon":null}"#), .rejected(.unrelated)),
            (chirp(#""object":{"lat":52.5}"#), .rejected(.missing)),
            (chirp(#""object":{"lat":91,"lon":0}"#), .rejected(.range)),
            (chirp(#""object":{"temperature":20}"#), .rejected(.unrelated)),
            (chirp(gateway), .rejected(.unrelated)),
            (
                chirp(
                    #""location":{"latitude":52.5,"longitude":13.4,"source":"GEO_RESOLVER_TDOA","accuracy":40}"#
                ),
                try .fix(52.5, 13.4, accuracy: 40, time: now)
            ),
            (chirp(#""location":{"longitude":13.4}"#), try .fix(0, 13.4, time: now)),
            (chirp(#""location":{"latitude":52.5}"#), try .fix(52.5, 0, time: now)),
            (chirp(#""location":{"source":"UNKNOWN"}"#), .rejected(.unrelated)),
            (chirp(#""devAddr":"01"}"#.replacing("}", with: "")), .rejected(.unrelated)),
            (chirp(#""margin":5,"batteryLevel":90"#), .rejected(.unrelated)),
        ] as [(String, Outcome)]
    )
    func `reads ChirpStack's events, never the gateway's place`(_ payload: String, _ outcome: Outcome) {
        #expect(PayloadDecoder(format: .shaped(.chirpstack)).outcome(payload) == outcome)
        #expect(PayloadDecoder(format: .auto).outcome(payload) == outcome)
    }

    @Test(
        arguments: [
            (
                uplink(
                    #""received_at":"2025-10-09T08:53:19Z","decoded_payload":{"latitude":52.5,"longitude":13.4}"#
                ),
                try Outcome.fix(52.5, 13.4, time: now - 1000)
            ),
            (
                uplink(#""decoded_payload":{"gps_1":{"latitude":52.5,"longitude":13.4,"altitude":3}}"#),
                try .fix(52.5, 13.4, altitude: 3, time: now)
            ),
            (
                uplink(
                    #""locations":{"user":{"latitude":3,"longitude":4},"frm-payload":{"latitude":52.5,"longitude":13.4,"source":"SOURCE_GPS"}},"decoded_payload":{"battery":5}"#
                ),
                try .fix(52.5, 13.4, time: now)
            ),
            (
                uplink(
                    #""decoded_payload":{"lat":52.5,"lon":13.4},"locations":{"user":{"latitude":3,"longitude":4}}"#
                ),
                try .fix(52.5, 13.4, time: now)
            ),
            (
                uplink(#""locations":{"frm-payload":{"latitude":52.5,"altitude":30,"source":"SOURCE_GPS"}}"#),
                try .fix(52.5, 0, altitude: 30, time: now)
            ),
            // Where somebody has said that the device is, whether or not it knows better
            (
                uplink(
                    #""decoded_payload":{"battery":3.6,"fix":false},"locations":{"user":{"latitude":40,"longitude":10,"source":"SOURCE_REGISTRY"}}"#
                ),
                .rejected(.unrelated)
            ),
            (
                uplink(#""locations":{"user":{"latitude":40,"longitude":10,"source":"SOURCE_REGISTRY"}}"#),
                .rejected(.unrelated)
            ),
            (
                ttn(
                    #""location_solved":{"service":"geo","location":{"latitude":52.5,"longitude":13.4,"accuracy":20}}"#
                ),
                try .fix(52.5, 13.4, accuracy: 20, time: now)
            ),
            (uplink(#""decoded_payload":null"#), .rejected(.unrelated)),
            (uplink(#""f_port":1"#), .rejected(.unrelated)),
            (ttn(#""join_accept":{"session_key_id":"x"}"#), .rejected(.unrelated)),
        ] as [(String, Outcome)]
    )
    func `reads uplinks of The Things Stack`(_ payload: String, _ outcome: Outcome) {
        #expect(PayloadDecoder(format: .shaped(.ttn)).outcome(payload) == outcome)
        #expect(PayloadDecoder(format: .auto).outcome(payload) == outcome)
    }

    @Test func `takes the device from the payload where the source says nothing else`() throws {
        let pairs: [(PayloadShape, String, String)] = [
            (.chirpstack, Self.chirp(#""object":{"lat":1,"lon":2}"#), "0102030405060708"),
            (.ttn, Self.uplink(#""decoded_payload":{"lat":1,"lon":2}"#), "tag-1"),
        ]
        for (shape, payload, device) in pairs {
            let decoder = PayloadDecoder(format: .shaped(shape), devicePointer: shape.devicePointer)
            #expect(decoder.outcome(payload) == (try .fix(1, 2, time: Self.now, device: device)))
        }
    }
}
