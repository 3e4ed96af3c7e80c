import GeofenceCore
import Testing

@testable import AgentTestSupport
@testable import geofence_agent

/// `shard` of the configuration, and what can't work with it.
@Suite struct ShardConfigurationTests {
    private static let source = #"{"topic":"fleet/{device}/location"}"#

    private static func text(_ shard: String, sources: String = source, more: String = "") -> String {
        #"{"mqtt":{"host":"h"},"sources":[\#(sources)],"shard":\#(shard)\#(more)}"#
    }

    private static func problems(_ text: String) throws -> [String] {
        try ConfigurationFolder().errors(text).map { line in
            line.replacing(#/^agent\.json:\d+:\d+: /#, with: "")
        }
    }

    @Test(arguments: [
        (#"{"partitions":64,"from":0,"to":15}"#, 64, 0...15), (#"{"from":16}"#, 64, 16...63),
        (#"{"partitions":8,"to":3}"#, 8, 0...3), ("{}", 64, 0...63), (#"{"partitions":1}"#, 1, 0...0),
    ])
    func `is read`(_ shard: String, _ partitions: Int, _ range: ClosedRange<Int>) throws {
        let configuration = try ConfigurationFolder().load(Self.text(shard))
        #expect(configuration.shard == Shard(partitions: partitions, range: range))
    }

    @Test(arguments: [
        (#"{"to":64}"#, ["shard.to: is behind the last of 64 partitions, which is 63"]),
        (#"{"from":9,"to":8}"#, ["shard.from: must not be behind \"to\", which is 8"]),
        (#"{"partitions":4,"from":4}"#, ["shard.from: must not be behind \"to\", which is 3"]),
    ])
    func `has a range of its partitions`(_ shard: String, _ problems: [String]) throws {
        #expect(try Self.problems(Self.text(shard)) == problems)
    }

    @Test(arguments: [
        (#"{"topic":"a/{user}/{device}","device":"{user}-{device}"}"#, false),
        (#"{"topic":"a/{id}","device":"{id}-x"}"#, false), (#"{"topic":"a/{x}","device":"{x}"}"#, true),
        (#"{"topic":"a","device":"$.id"}"#, true), (#"{"topic":"a","device":"van"}"#, true),
    ])
    func `wants one way to make ids, so that a device is in one shard`(_ other: String, _ isAlike: Bool)
        throws
    {
        let problems = try Self.problems(Self.text(#"{"to":3}"#, sources: "\(Self.source),\(other)"))
        #expect(problems.isEmpty == isAlike, "\(problems)")
        #expect(isAlike || problems.first?.contains("could be in two shards") == true)
    }

    @Test func `knows the levels that ids are made of`() throws {
        let source = #"{"topic":"o/{user}/{device}","device":"{user}-{device}"}"#
        let other = #"{"topic":"p/{device}/{who}","device":"{who}-{device}"}"#
        let text = Self.text(#"{"partitions":4,"to":0}"#, sources: "\(source),\(other)")
        let shard = try #require(try ConfigurationFolder().load(text).shard)
        #expect(shard.owns(try Identifier("bob-phone")))
    }

    @Test func `refuses fences that go with a device, but where there is one agent`() throws {
        let fences = #","fences":[{"id":"escort","follows":"van","radius":50}]"#
        let problems = try Self.problems(Self.text(#"{"to":3}"#, more: fences))
        #expect(problems.count == 1)
        #expect(problems.first?.hasPrefix(#"shard: the fence "escort" follows van, and agents"#) == true)
        #expect(try Self.problems(Self.text("{}", more: fences)) == [])
    }

    @Test func `warns of a live map that shows a part of the fleet`() throws {
        for (map, isWarned) in [("true", false), (#"{"fleet":false}"#, true)] {
            let text = Self.text(#"{"to":3}"#, more: #","http":{"map":\#(map)}"#)
            let warnings = try ConfigurationFolder().load(text).warnings.map { "\($0)" }
            #expect(warnings.contains { $0.contains("devices of its own shard") } == isWarned, "\(warnings)")
        }
    }

    @Test func `itineraries are those of the agent's own devices`() throws {
        let stops = #""stops":[{"latitude":52,"longitude":13}]"#
        let itineraries = ["van", "car"].map { #"{"id":"t-\#($0)","device":"\#($0)",\#(stops)}"# }
        let rest = #"{"id":"free",\#(stops)}"#
        let list = #","itineraries":[\#((itineraries + [rest]).joined(separator: ","))]"#
        for (range, ids) in [(#""to":0"#, ["t-van", "free"]), (#""from":1"#, ["t-car"])] {
            let text = Self.text("{\"partitions\":2,\(range)}", more: list)
            let settings = AgentSettings(try ConfigurationFolder().load(text))
            #expect(settings.itineraries.map(\.id.description) == ids)
        }
    }
}
