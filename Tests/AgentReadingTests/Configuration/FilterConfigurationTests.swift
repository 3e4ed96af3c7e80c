import GeofenceCore
import Testing

@testable import AgentTestSupport
@testable import geofence_agent

@Suite struct FilterConfigurationTests {
    private let folder: ConfigurationFolder

    init() throws { folder = try ConfigurationFolder() }

    private func load(_ source: String, _ more: String = "") throws -> Configuration {
        try folder.load(
            #"{"mqtt":{"host":"h"},"sources":[{"topic":"a/{device}"\#(source)}]\#(more)}"#
        )
    }

    @Test func `reads the filters of sources and of devices`() throws {
        let configuration = try load(
            #","filter":{"distance":10,"time":20}"#,
            #","filters":[{"devices":["van*","bus"],"distance":0},{"devices":["*"],"time":1.5}]"#
        )
        #expect(configuration.sources.map(\.filter) == [FixFilter(distance: 10, time: 20)])
        #expect(
            configuration.filters == [
                DeviceFilter(
                    devices: [try DevicePattern("van*"), try DevicePattern("bus")],
                    filter: FixFilter(distance: 0)
                ),
                DeviceFilter(devices: [try DevicePattern("*")], filter: FixFilter(time: 1.5)),
            ]
        )
        #expect(configuration.filter(ofTrack: try Identifier("van7")) == FixFilter(distance: 0))
        #expect(configuration.filter(ofTrack: try Identifier("car")) == FixFilter(time: 1.5))
    }

    @Test func `in replay the filter of the sources counts where they have one`() throws {
        let one = try load(#","filter":{"distance":10}},{"topic":"b/{device}""#)
        #expect(one.filter(ofTrack: try Identifier("van")) == FixFilter(distance: 10))
        let two = try load(#","filter":{"distance":10}},{"topic":"b/{device}","filter":{"time":1}"#)
        #expect(two.filter(ofTrack: try Identifier("van")) == nil)
    }

    @Test(
        arguments: [
            (#","filter":{}"#, "", "sources[0].filter: leaves nothing out; say a \"distance\""),
            (#","filter":{"distance":-1}"#, "", "sources[0].filter.distance: "),
            (#","filter":{"accuracy":0}"#, "", "sources[0].filter.accuracy: "),
            (#","filter":{"metres":1}"#, "", "sources[0].filter.metres: unknown key"),
            ("", #","filters":[{"distance":1}]"#, "filters[0].devices: missing; name the devices"),
            ("", #","filters":[{"devices":[],"time":1}]"#, "filters[0].devices: names no device"),
            ("", #","filters":[{"devices":["a"]}]"#, "filters[0]: leaves nothing out"),
            ("", #","filters":{}"#, "filters: must be a list"),
        ]
    )
    func `says what is wrong, once`(_ source: String, _ more: String, _ part: String) throws {
        let problems = folder.errors(
            #"{"mqtt":{"host":"h"},"sources":[{"topic":"a/{device}"\#(source)}]\#(more)}"#
        )
        #expect(problems.filter { $0.contains(part) }.count == 1, "\(problems)")
    }

    @Test(
        arguments: [
            (#""distance":10"#, 1), (#""distance":10,"time":60"#, 1), (#""distance":10,"time":59"#, 0),
            (#""time":60"#, 1),
        ]
    )
    func `warns where a device that stands still would go stale`(_ filter: String, _ count: Int) throws {
        let configuration = try load(
            ",\"filter\":{\(filter)}",
            #","fences":[{"id":"depot","latitude":52,"longitude":13,"radius":50,"staleAfter":60}]"#
        )
        #expect(configuration.warnings.count == count)
    }
}
