import Testing

@testable import AgentTestSupport
@testable import geofence_agent

/// Which agent can begin with the store of which.
@Suite struct CopyPlanTests {
    private static func configuration(_ more: String, mqtt: String = #","clientId":"agent""#) throws
        -> Configuration
    {
        try ConfigurationFolder().load(
            #"{"mqtt":{"host":"h"\#(mqtt)},"sources":[{"topic":"fleet/{device}/location"}]\#(more)}"#
        )
    }

    private static let a = #","standby":{"id":"a"},"store":{"path":"/a"}"#
    private static let b = #","standby":{"id":"b"},"store":{"path":"/b"}"#

    private static func plan(_ one: Configuration, _ other: Configuration) -> CopyPlan {
        CopyPlan(source: one, target: other, path: other.store.path)
    }

    @Test func `one of a pair begins with that of the other, a pair with that of one`() throws {
        let pair = try (Self.configuration(Self.a), Self.configuration(Self.b))
        #expect(Self.plan(pair.0, pair.1).problem == nil)
        #expect(Self.plan(pair.0, pair.1).differences == [])
        let one = try Self.configuration(#","store":{"path":"/one"}"#)
        #expect(Self.plan(one, pair.0).problem == nil)
        // Each gives itself a name by chance.
        let unnamed = try (
            Self.configuration(#","store":{"path":"/one"}"#, mqtt: ""),
            Self.configuration(#","store":{"path":"/other"}"#, mqtt: "")
        )
        #expect(Self.plan(unnamed.0, unnamed.1).problem == nil)
    }

    @Test(arguments: [
        (#","store":{"path":"/b"}"#, "both would have the session \"agent\" at the broker; give the new one"),
        (#","standby":{"id":"b"},"store":{"path":"/a"}"#, "/a is the store of the running agent; give"),
        (b + #","topics":{"base":"other"}"#, "topics.base is \"geofence\" in one and \"other\" in the other"),
        (
            b + #","shard":{"partitions":4,"from":0,"to":1}"#,
            "\"shard\" differs; a store belongs to its shard, so that both must have none"
        ),
    ])
    func `what does not fit is said`(_ other: String, _ reason: String) throws {
        let one = try Self.configuration(#","store":{"path":"/a"}"#)
        let problem = try Self.plan(one, Self.configuration(other)).problem
        #expect(problem?.hasPrefix(reason) == true, "\(problem ?? "none")")
    }

    @Test func `the agent must answer`() throws {
        let silent = try Self.configuration(Self.a + #","requests":{"allow":["query/*"]}"#)
        let problem = try Self.plan(silent, Self.configuration(Self.b)).problem
        #expect(problem?.contains("allow that in its requests.allow") == true, "\(problem ?? "none")")
    }

    @Test func `names what is not alike`() throws {
        let one = try Self.configuration(Self.a + #","rules":{"enterAfter":2}"#)
        let other = try Self.configuration(
            Self.b + #","fences":[{"id":"f","latitude":1,"longitude":2,"radius":50}]"#
        )
        #expect(Self.plan(one, other).differences == ["rules", "fences"])
    }
}
