import GeofenceCore
import Testing

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
        (#""zones":{"timeZone":"UTC"}"#, "visits from 300 s on within 50 m; zones by the clocks of UTC"),
        (
            #""visits":{"radius":80},"zones":{"fences":true,"timezone":"UTC","days":30}"#,
            "visits from 300 s on within 80 m; zones of 30 days by the clocks of UTC; home and work as fences of 50 m"
        ),
    ])
    func `are summed up`(_ part: String, _ expected: String?) throws {
        #expect(try folder.load(text(part)).places.summary == expected)
    }

    @Test(arguments: [
        (#""zones":{"timeZone":"UTC"},"history":{"days":7}"#, 7),
        (#""zones":{"timeZone":"UTC"},"history":{}"#, 30),
        (#""zones":{"timeZone":"UTC","days":90},"history":{}"#, 90), (#""zones":{"timeZone":"UTC"}"#, nil),
    ])
    func `visits are unlearnt with the history, unless zones says otherwise`(_ part: String, _ days: Double?)
        throws
    {
        #expect(try folder.load(text(part)).places.rules?.keepFor == days.map { $0 * 86_400 })
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
        (#""zones":{"quantile":1}"#, "zones.quantile: must be 0.5 to 0.999, not 1"),
        (#""zones":{"fence":true}"#, "zones.fence: unknown key, did you mean \"fences\"?"),
    ])
    func `what can't be is told`(_ part: String, _ expected: String) {
        let errors = folder.errors(text(part))
        #expect(errors.count == 1 && errors[0].hasSuffix(expected), "\(errors)")
    }
}
