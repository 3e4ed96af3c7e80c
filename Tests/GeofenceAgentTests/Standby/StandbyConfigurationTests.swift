import GeofenceCore
import Testing

@testable import AgentTestSupport
@testable import geofence_agent

/// `standby` of the configuration, and what can't work with it.
@Suite struct StandbyConfigurationTests {
    private static let source = #"{"topic":"fleet/{device}/location"}"#

    private static func text(_ standby: String, sources: String = source, more: String = "") -> String {
        #"{"mqtt":{"host":"h"},"sources":[\#(sources)],"standby":\#(standby)\#(more)}"#
    }

    private static func problems(_ text: String) throws -> [String] {
        try ConfigurationFolder().errors(text).map { line in
            line.replacing(#/^agent\.json:\d+:\d+: /#, with: "")
        }
    }

    @Test func `is read`() throws {
        let folder = try ConfigurationFolder()
        #expect(try folder.load(Self.text(#"{"id":"b"}"#)).standby == Standby(id: "b", lease: 3))
        let text = Self.text(#"{"id":"B_2-x","lease":6,"echo":"sources","grace":15.5}"#)
        let configuration = try folder.load(text)
        #expect(configuration.standby == Standby(id: "B_2-x", lease: 6, echo: .sources))
        #expect(configuration.stream.grace == 15.5)
    }

    @Test(arguments: [
        ("{}", "standby.id: missing; name each of the two agents, such as \"a\" and \"b\""),
        (#"{"id":""}"#, "standby.id: must not be empty"),
        (#"{"id":"a/b"}"#, "standby.id: may have letters, digits, - and _, 32 at most"),
        (#"{"id":"b","lease":0}"#, "standby.lease: "),
        (#"{"id":"b","grace":0.5}"#, "standby.grace: "),
        (#"{"id":"b","echo":"all"}"#, "standby.echo: \"all\" is unknown; one of own, sources"),
    ])
    func `has an id that is a level of topics`(_ standby: String, _ problem: String) throws {
        let problems = try Self.problems(Self.text(standby))
        #expect(problems.count == 1)
        #expect(problems.first?.hasPrefix(problem) == true, "\(problems)")
    }

    @Test func `wants the time in each message`() throws {
        func source(_ fields: String) -> String {
            #"{"topic":"a/{device}","format":"json","fields":{"latitude":"/a","longitude":"/o"\#(fields)}}"#
        }
        let text = Self.text(#"{"id":"b"}"#, sources: source(""))
        let problems = try Self.problems(text)
        #expect(problems.count == 1)
        #expect(
            problems.first?.hasPrefix("standby: the source a/+ reads no time from its messages") == true,
            "\(problems)"
        )
        let dated = Self.text(#"{"id":"b"}"#, sources: source(#","time":"/t""#))
        #expect(try Self.problems(dated) == [])
    }

    @Test func `has timers wait, as long as positions are held or a second`() throws {
        let folder = try ConfigurationFolder()
        #expect(try folder.load(Self.text(#"{"id":"b"}"#)).stream.grace == 1)
        let sorted = Self.text(#"{"id":"b"}"#, more: #","rules":{"reorder":4}"#)
        #expect(try folder.load(sorted).stream.grace == 4)
        let both = Self.text(#"{"id":"b","grace":5}"#, more: #","rules":{"reorder":4}"#)
        #expect(try Self.problems(both).first?.hasPrefix("standby.grace: timers wait as long as") == true)
        let short = Self.text(#"{"id":"b"}"#, more: #","rules":{"reorder":0.5}"#)
        #expect(try Self.problems(short).first?.hasPrefix("rules: \"reorder\" is too short") == true)
    }

    @Test func `warns of a live map that can't change fences`() throws {
        for (map, isWarned) in [("true", false), (#"{"fleet":false}"#, true)] {
            let text = Self.text(#"{"id":"b"}"#, more: #","http":{"map":\#(map)}"#)
            let warnings = try ConfigurationFolder().load(text).warnings.map { "\($0)" }
            let found = warnings.contains { $0.contains("the other agent would not know") }
            #expect(found == isWarned, "\(warnings)")
        }
    }

    @Test func `gives each agent a session and topics of its own`() throws {
        let topics = Topics(base: "geofence", standby: "b")
        #expect(topics.state == "geofence/agent/state")
        #expect(topics.ownState == "geofence/agent/b/state")
        #expect(topics.ownInfo == "geofence/agent/b/info")
        #expect(topics.lease == "geofence/agent/lease")
        let shard = Topics(base: "geofence", shard: "0-15", standby: "b")
        #expect(shard.ownState == "geofence/agent/0-15/b/state")
        #expect(shard.pairFilter == "geofence/agent/0-15/+/state")
        #expect(Topics(base: "geofence").ownState == "geofence/agent/state")
        let mqtt = MQTTSettings(host: "h")
        #expect(mqtt.named("geofence-agent-x", Standby(id: "b")).clientId == "geofence-agent-x-b")
        #expect(mqtt.named("geofence-agent-x").clientId == "geofence-agent-x")
    }

    @Test func `summary says so`() throws {
        let configuration = try ConfigurationFolder().load(Self.text(#"{"id":"b"}"#))
        let summary = "\(ConfigurationSummary(configuration, file: "agent.json"))"
        #expect(summary.contains("standby  b of a pair, takes over after 3 s"), "\(summary)")
        #expect(summary.contains("as the store has it, with -b"), "\(summary)")
    }
}
