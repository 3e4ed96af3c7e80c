import GeofenceCore
import Testing

@testable import geofence_agent

@Suite struct WiFiPayloadTests {
    @Test func `of a text that is longer than any name the beginning is kept, and no fence has it`() {
        let text = [UInt8](repeating: UInt8(ascii: "n"), count: 60_000)
        let kept = text.withUnsafeBytes { WiFiText(ssid: $0) }
        #expect(kept == .known(String(repeating: "n", count: 64)))
    }

    @Test(
        arguments: [
            ("DepotNet", Outcome.network("DepotNet")),
            ("DepotNet\n", .network("DepotNet")),
            ("Depot Net \r\n", .network("Depot Net ")),
            ("\"DepotNet\"", .network("DepotNet")),
            (#""Caf\u00e9""#, .network("Café")),
            ("5", .network("5")),
            ("true", .network("true")),
            ("[x]", .network("[x]")),
            ("☕️", .network("☕️")),
            ("<b>&\u{1}", .network("<b>&\u{1}")),
            (
                "a name with many more than thirty-two bytes",
                .network("a name with many more than thirty-two bytes")
            ),
            ("AA:BB:CC:00:11:22", .network(nil, "aabbcc001122")),
            ("aa-bb-cc-00-11-22", .network(nil, "aabbcc001122")),
            ("aabbcc001122", .network("aabbcc001122")),
            ("00:00:00:00:00:00", .offline), ("02:00:00:00:00:00", .rejected(.unrelated)),
            ("", .offline), ("\"\"", .offline), ("\n", .offline), ("null", .offline),
            ("Not Connected", .offline), ("not connected", .offline), ("<not connected>", .offline),
            ("<unknown ssid>", .rejected(.unrelated)), ("unknown", .rejected(.unrelated)),
            ("unavailable\n", .rejected(.unrelated)), ("\"Unavailable\"", .rejected(.unrelated)),
            ("none", .offline), ("None", .offline), ("\"none\"", .offline),
            ("any", .rejected(.unrelated)),
            ("unknown2", .network("unknown2")), ("nonet", .network("nonet")),
        ] as [(String, Outcome)]
    )
    func `reads a name`(_ payload: String, _ outcome: Outcome) {
        #expect(PayloadDecoder(format: .wifi).outcome(payload) == outcome)
    }

    @Test(
        arguments: [
            (#"{"ssid":"Net"}"#, Outcome.network("Net")),
            (" \n{\"SSID\":\"Net\",\"tst\":1760000000} ", .network("Net", time: 1_760_000_000_000)),
            (#"{"ssid":"Net","bssid":"AA:BB:CC:00:11:22"}"#, .network("Net", "aabbcc001122")),
            (#"{"bssid":"AABBCC001122"}"#, .network(nil, "aabbcc001122")),
            (#"{"ssid":"","bssid":"AABBCC001122"}"#, .network(nil, "aabbcc001122")),
            (#"{"Wifi":{"SSId":"Net","BSSId":"AA:BB:CC:00:11:22"}}"#, .network("Net", "aabbcc001122")),
            (#"{"ssid":null}"#, .offline), (#"{"ssid":"Not Connected"}"#, .offline),
            (#"{"ssid":"unavailable"}"#, .rejected(.unrelated)),
            (#"{"ssid":"<unknown ssid>","bssid":"02:00:00:00:00:00"}"#, .rejected(.unrelated)),
            (#"{"ssid":"<unknown ssid>","bssid":"AA:BB:CC:00:11:22"}"#, .network(nil, "aabbcc001122")),
            (#"{"bssid":null}"#, .offline), (#"{"bssid":"02:00:00:00:00:00"}"#, .rejected(.unrelated)),
            (#"{"ssid":5}"#, .rejected(.type)), (#"{"bssid":[]}"#, .rejected(.type)),
            (#"{"bssid":"zz"}"#, .rejected(.missing)), ("{}", .rejected(.missing)),
            (#"{"lat":95,"lon":true,"ssid":"Net"}"#, .network("Net")),
            (#"{"ssid":"Net","ts":-1}"#, .rejected(.time)),
            (#"{"ssid":"Net""#, .rejected(.json)),
        ] as [(String, Outcome)]
    )
    func `reads JSON`(_ payload: String, _ outcome: Outcome) {
        #expect(PayloadDecoder(format: .wifi).outcome(payload) == outcome)
    }

    @Test func `repairs a name that is no UTF-8`() {
        #expect(PayloadDecoder(format: .wifi).outcome([0x41, 0xFF]) == .network("A\u{FFFD}"))
    }

    @Test func `keeps every byte of a name`() {
        for range in [1...63, 64...127] as [ClosedRange<UInt8>] {
            let name = String(decoding: range.filter { $0 != 10 }, as: UTF8.self)
            #expect(PayloadDecoder(format: .wifi).outcome(name) == .network(name))
        }
    }
}
