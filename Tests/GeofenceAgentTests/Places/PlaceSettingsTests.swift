import GeofenceCore
import Testing

@testable import AgentTestSupport
@testable import geofence_agent

@Suite struct PlaceSettingsTests {
    private let folder: ConfigurationFolder

    init() throws { folder = try ConfigurationFolder() }

    private func text(_ part: String) -> String {
        #"{"mqtt":{"host":"localhost"},"sources":[{"topic":"a/{device}"}],\#(part)}"#
    }

    @Test(arguments: [
        (#""log":{}"#, nil),
        (#""visits":{}"#, "visits from 300 s on within 50 m"),
        (#""zones":{"timezone":"UTC"}"#, "visits from 300 s on within 50 m; zones by the clocks of UTC"),
        (#""zones":{"timezone":"UTC"}"#, "visits from 300 s on within 50 m; zones by the clocks of UTC"),
        (
            #""visits":{"radius":80},"zones":{"fences":true,"timezone":"UTC","days":30}"#,
            "visits from 300 s on within 80 m; zones of 30 days by the clocks of UTC; home and work as fences of 50 m"
        ),
    ])
    func `are summed up`(_ part: String, _ expected: String?) throws {
        #expect(try folder.load(text(part)).places.summary == expected)
    }

    @Test(arguments: [
        (#""zones":{"timezone":"UTC"},"history":{"days":7}"#, 7),
        (#""zones":{"timezone":"UTC"},"history":{}"#, 30),
        (#""zones":{"timezone":"UTC","days":90},"history":{}"#, 90), (#""zones":{"timezone":"UTC"}"#, nil),
    ])
    func `visits are kept as long as the history, unless zones says otherwise`(
        _ part: String,
        _ days: Double?
    )
        throws
    {
        #expect(try folder.load(text(part)).places.rules?.keepFor == days.map { $0 * 86_400 })
    }

    @Test func `devices by name have clocks of their own`() throws {
        let zones =
            #"[{"devices":["us-*","mule"],"timezone":"America/New_York"},{"devices":["us-1"],"timezone":"Asia/Tokyo"}]"#
        let rules = try #require(
            folder.load(text(#""zones":{"timezone":"Europe/Berlin","timezones":\#(zones)}"#)).places.rules
        )
        let names = try ["us-1", "mule", "van"].map { rules.timeZone(of: try Identifier($0)).name }
        #expect(names == ["America/New_York", "America/New_York", "Europe/Berlin"])
    }

    @Test func `zones without a time zone are warned of`() throws {
        let warnings = try folder.load(text(#""zones":{}"#)).warnings.map(\.message)
        #expect(
            warnings == [
                "home and work are told apart by the clocks of UTC; name yours, such as \"timezone\": \"Europe/Berlin\""
            ]
        )
    }

    @Test(arguments: [
        (#""visits":{"radius":0}"#, "visits.radius: must be 1 to 1000 metres, not 0"),
        (#""zones":{"radius":5}"#, "zones.radius: must be 10 to 1000 metres, not 5"),
        (#""zones":{"days":0}"#, "zones.days: must be 1 to 36500 days, not 0"),
        (
            #""zones":{"timezone":"UTC","timezones":[{"devices":["a"]}]}"#,
            "zones.timezones[0].timezone: missing; name the clocks, such as \"America/New_York\""
        ),
        (#""zones":{"quantile":1}"#, "zones.quantile: must be 0.5 to 0.999, not 1"),
        (#""zones":{"fence":true}"#, "zones.fence: unknown key, did you mean \"fences\"?"),
    ])
    func `what can't be is told`(_ part: String, _ expected: String) {
        let errors = folder.errors(text(part))
        #expect(errors.count == 1 && errors[0].hasSuffix(expected), "\(errors)")
    }
}
