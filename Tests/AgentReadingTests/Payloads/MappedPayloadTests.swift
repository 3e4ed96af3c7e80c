import GeofenceCore
import Testing

@testable import geofence_agent

@Suite struct MappedPayloadTests {
    private static func decoder(
        _ latitude: String?,
        _ longitude: String?,
        accuracy: String? = nil,
        time: String? = nil,
        ssid: String? = nil,
        bssid: String? = nil,
        device: String? = nil
    ) throws -> PayloadDecoder {
        let pointer = { (text: String?) in try text.map { text in try JSONPointer(text) } }
        let map = FieldMap(
            latitude: try pointer(latitude),
            longitude: try pointer(longitude),
            accuracy: try pointer(accuracy),
            time: try pointer(time),
            ssid: try pointer(ssid),
            bssid: try pointer(bssid)
        )
        return PayloadDecoder(format: .json(map), devicePointer: try pointer(device))
    }

    @Test(
        arguments: [
            (
                #"{"gps":{"p":[13.4,"52.5"],"hdop":3},"t":1760000000}"#,
                try Outcome.fix(52.5, 13.4, accuracy: 3, time: 1_760_000_000_000)
            ),
            (
                #"{"t":"2025-10-09T08:53:20Z","gps":{"x":[{}],"p":[13.4,52.5,{"a":[]}]},"w":{"s":"Net","b":"AABBCC001122"}}"#,
                try .fix(
                    52.5,
                    13.4,
                    time: 1_760_000_000_000,
                    wifi: .connected(ssid: "Net", bssid: "aabbcc001122")
                )
            ),
            (#"{"w":{"s":""}}"#, .offline),
            (#"{"w":{"s":"<unknown ssid>"}}"#, .rejected(.missing)),
            (#"{"gps":{"p":[13.4]}}"#, .rejected(.missing)),
            (#"{"gps":{"p":{"0":13.4,"1":52.5}}}"#, try .fix(52.5, 13.4)),
            (#"{"gps":{"p":[13.4,{}]}}"#, .rejected(.type)),
            (#"{"gps":{"p":[13.4,true]}}"#, .rejected(.type)),
            (#"{"gps":{"p":[13.4,"north"]}}"#, .rejected(.type)),
            (#"{"gps":{"p":[13.4,95]}}"#, .rejected(.range)),
            (#"{"gps":{"p":[13.4,52.5],"hdop":-1}}"#, .rejected(.range)),
            (#"{"gps":{"p":[13.4,52.5]},"t":true}"#, .rejected(.type)),
            (#"{"gps":{"p":[13.4,52.5]},"t":5}"#, .rejected(.time)),
            (#"{"gps":{"a":1},"gps":{"p":[13.4,52.5]}}"#, .rejected(.missing)),
            (#"{"gps":{"p":[13.4,52.5]},"gps":{"p":[1,2]}}"#, try .fix(52.5, 13.4)),
            (#"{"lat":1,"lon":2}"#, .rejected(.missing)),
            (#"{"gps":{"p":[13.4,52.5]},"#, .rejected(.json)),
            (#"{"gps":{"p":[13.4,52.5]}}x"#, .rejected(.json)),
            ("[1,2]", .rejected(.shape)), ("5", .rejected(.shape)), ("", .rejected(.empty)),
        ] as [(String, Outcome)]
    )
    func `reads what the pointers lead to`(_ payload: String, _ outcome: Outcome) throws {
        let decoder = try Self.decoder(
            "/gps/p/1",
            "/gps/p/0",
            accuracy: "/gps/hdop",
            time: "/t",
            ssid: "/w/s",
            bssid: "/w/b"
        )
        #expect(decoder.outcome(payload) == outcome)
    }

    @Test(
        arguments: [
            (SpeedUnit.kilometresPerHour, "7.25", 7.25), (.metresPerSecond, "2.5", 9),
            (.knots, "10", 18.52), (.milesPerHour, "\"10\"", 16.093), (.knots, "-1", nil),
            (.kilometresPerHour, "{}", nil), (.milesPerHour, "7000", nil),
        ] as [(SpeedUnit, String, Double?)]
    )
    func `reads altitude, and speed in its unit`(_ unit: SpeedUnit, _ number: String, _ speed: Double?) throws
    {
        let map = FieldMap(
            latitude: try JSONPointer("/p/0"),
            longitude: try JSONPointer("/p/1"),
            altitude: try JSONPointer("/p/2"),
            speed: try JSONPointer("/v"),
            speedUnit: unit
        )
        let payload = "{\"v\":\(number),\"speed\":5,\"p\":[52.5,13.4,30]}"
        let outcome = try Outcome.fix(52.5, 13.4, altitude: 30, speed: speed)
        #expect(PayloadDecoder(format: .json(map)).outcome(payload) == outcome)
    }

    @Test func `reads from an array`() throws {
        let decoder = try Self.decoder("/0", "/1/lon")
        #expect(decoder.outcome(#"[52.5,{"lon":13.4}]"#) == (try .fix(52.5, 13.4)))
        #expect(decoder.outcome("null") == .rejected(.shape))
        #expect(try Self.decoder("/00", "/1").outcome("[1,2]") == .rejected(.missing))
    }

    @Test func `reads names with escapes, empty names, and one inside another`() throws {
        #expect(
            try Self.decoder("/a~1b", "/").outcome(#"{"a\/b":52.5,"":13.4}"#) == .fix(52.5, 13.4)
        )
        #expect(try Self.decoder("/a", "/a/b").outcome(#"{"a":{"b":13.4}}"#) == .rejected(.type))
        #expect(try Self.decoder("/a", "/a").outcome(#"{"a":13.4}"#) == .fix(13.4, 13.4))
    }

    @Test(
        arguments: [
            ("\"van-1\"", try Outcome.fix(1, 2, device: "van-1")),
            ("2130636288", try .fix(1, 2, device: "2130636288")),
            (#""v\u00e4n""#, try .fix(1, 2, device: "vän")),
            ("null", .rejected(.missing)), ("true", .rejected(.type)), ("{}", .rejected(.type)),
            ("1.5", .rejected(.type)),
            ("-1", .rejected(.type)), ("1e3", .rejected(.type)),
            ("\"\"", .rejected(.id)), ("\"a/b\"", .rejected(.id)), ("\"+\"", .rejected(.id)),
            ("\"#\"", .rejected(.id)),
            (#""a\u0000""#, .rejected(.id)), (#""\u202e""#, .rejected(.id)), (#""\uFFFF""#, .rejected(.id)),
            (#""\u200b""#, .rejected(.id)), ("\"\(String(repeating: "x", count: 129))\"", .rejected(.id)),
        ] as [(String, Outcome)]
    )
    func `reads the device's name`(_ name: String, _ outcome: Outcome) throws {
        let payload = "{\"lat\":1,\"lon\":2,\"device\":{\"uniqueId\":\(name)}}"
        let pointer = try JSONPointer("/device/uniqueId")
        #expect(PayloadDecoder(format: .auto, devicePointer: pointer).outcome(payload) == outcome)
        #expect(PayloadDecoder(format: .owntracks, devicePointer: pointer).outcome(payload) == outcome)
        #expect(try Self.decoder("/lat", "/lon", device: "/device/uniqueId").outcome(payload) == outcome)
    }

    @Test func `needs JSON where the device's name stands in it`() throws {
        let pointer = try JSONPointer("/id")
        #expect(PayloadDecoder(format: .auto, devicePointer: pointer).outcome("1,2") == .rejected(.json))
        #expect(PayloadDecoder(format: .wifi, devicePointer: pointer).outcome("") == .rejected(.empty))
        #expect(PayloadDecoder(format: .wifi, devicePointer: pointer).outcome("Net") == .rejected(.json))
        #expect(
            PayloadDecoder(format: .auto, devicePointer: pointer).outcome(#"{"lat":1,"lon":2}"#)
                == .rejected(.missing)
        )
    }
}
