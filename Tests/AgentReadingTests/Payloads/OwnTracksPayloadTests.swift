import GeofenceCore
import Testing

@testable import geofence_agent

@Suite struct OwnTracksPayloadTests {
    private static let now: Int64 = 1_760_000_000_000
    private static let place = #""_type":"location","lat":52.5,"lon":13.4,"tst":1760000000"#

    @Test(
        arguments: [
            ("", nil),
            (
                #","SSID":"Net","BSSID":"AA:BB:CC:00:11:22","conn":"w""#,
                .connected(ssid: "Net", bssid: "aabbcc001122")
            ),
            (#","ssid":"Net","bssid":"aa:bb:cc:0:11:22""#, .connected(ssid: "Net", bssid: nil)),
            (#","SSID":"\"Net\"""#, .connected(ssid: "Net", bssid: nil)),
            (#","SSID":"<unknown ssid>","conn":"w""#, nil),
            (#","SSID":"<unknown ssid>","conn":"m""#, .disconnected),
            (#","conn":"w""#, nil), (#","conn":"m""#, .disconnected), (#","conn":"o""#, .disconnected),
            (#","conn":"?""#, nil), (#","conn":5"#, nil), (#","SSID":"","conn":"w""#, nil),
            (#","SSID":"Net","conn":"m""#, .connected(ssid: "Net", bssid: nil)),
        ] as [(String, WiFiReport?)]
    )
    func `reads the network of a location`(_ members: String, _ wifi: WiFiReport?) throws {
        let outcome = try Outcome.fix(52.5, 13.4, time: Self.now, wifi: wifi)
        #expect(PayloadDecoder(format: .owntracks).outcome("{\(Self.place)\(members)}") == outcome)
        #expect(PayloadDecoder(format: .auto).outcome("{\(Self.place)\(members)}") == outcome)
    }

    @Test(
        arguments: [
            (
                #"{"acc":9,"alt":35,"batt":87,"bs":1,"conn":"m","created_at":1760000060,"inregions":["home"],"lat":52.5,"lon":13.4,"m":1,"t":"u","tid":"v1","tst":1760000000,"vac":3,"vel":50,"_id":"1","_type":"location"}"#,
                try Outcome.fix(
                    52.5,
                    13.4,
                    accuracy: 9,
                    altitude: 35,
                    speed: 50,
                    time: now,
                    wifi: .disconnected,
                    battery: 87
                )
            ),
            (
                #"{"_type":"location","lat":"52.5","lon":"13.4","tst":"1760000000"}"#,
                try .fix(52.5, 13.4, time: now)
            ),
            (#"{"_type":"location","lat":52.5,"lon":13.4,"acc":0}"#, try .fix(52.5, 13.4)),
            (#"{"lat":52.5,"lon":13.4,"tst":1760000000}"#, try .fix(52.5, 13.4, time: now)),
            (#"{"_type":"location","lat":52.5,"tst":1760000000}"#, .rejected(.missing)),
            (#"{"_type":"location","tst":1760000000,"conn":"w"}"#, .rejected(.missing)),
            (#"{"_type":"lwt"}"#, .rejected(.unrelated)),
            (#"{"_type":"lwt","tst":1760000000}"#, .rejected(.unrelated)),
            (
                #"{"_type":"transition","event":"leave","desc":"Depot","rid":"9ac21f","wtst":1700000000,"tst":1760000000,"lat":52.1,"lon":5.1,"acc":9,"tid":"v1","t":"l"}"#,
                .rejected(.unrelated)
            ),
            (
                #"{"_type":"waypoint","desc":"Depot","lat":52.1,"lon":5.1,"rad":50,"tst":1700000000}"#,
                .rejected(.unrelated)
            ),
            (#"{"lat":52.1,"lon":5.1,"_type":"waypoint"}"#, .rejected(.unrelated)),
            (#"{"_type":"waypoints","waypoints":[]}"#, .rejected(.unrelated)),
            (#"{"_type":"encrypted","data":"AAAA"}"#, .rejected(.locked)),
            (#"{"_type":"card","tid":"v1","name":"Van"}"#, .rejected(.unrelated)),
            (#"{"_type":"steps","steps":5}"#, .rejected(.unrelated)),
            (#"{"_type":5,"lat":52.1,"lon":5.1}"#, .rejected(.type)),
            (#"{"_type":null,"lat":52.1,"lon":5.1}"#, .rejected(.type)),
            ("", .rejected(.empty)),
        ] as [(String, Outcome)]
    )
    func `takes locations and nothing else`(_ payload: String, _ outcome: Outcome) {
        #expect(PayloadDecoder(format: .owntracks).outcome(payload) == outcome)
        #expect(PayloadDecoder(format: .auto).outcome(payload) == outcome)
    }

    @Test func `knows only the names of OwnTracks`() {
        #expect(
            PayloadDecoder(format: .owntracks).outcome(#"{"latitude":1,"longitude":2}"#)
                == .rejected(.missing)
        )
        #expect(PayloadDecoder(format: .owntracks).outcome("1,2") == .rejected(.json))
    }
}
