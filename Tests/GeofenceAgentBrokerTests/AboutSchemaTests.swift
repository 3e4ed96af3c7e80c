import Testing

@testable import AgentTestSupport
@testable import geofence_agent

extension BrokerTests {
    /// What the agent says of itself is as its schemas describe it.
    @Suite final class AboutSchemaTests {
        let site: Site
        let client: Client

        init() throws {
            site = try Site()
            client = try site.client()
            try client.subscribe("#")
        }

        @Test func `information and numbers are as described`() throws {
            try site.configure()
            let agent = try site.connectedAgent(client)
            try client.message("geofence/agent/stats", containing: "received")
            for name in ["info", "stats"] {
                var schema = try PublishedSchema(name)
                let message = try #require(client.messages.last { $0.topic == "geofence/agent/\(name)" })
                #expect(try schema.problems(Array(message.payload.utf8)) == [])
                let unseen = schema.described.all.subtracting(schema.seen).filter {
                    // A shard's own is in `ShardBrokerTests`, a pair's in `StandbyBrokerTests`.
                    !$0.hasPrefix("limits") && !$0.hasPrefix("shard") && !$0.hasPrefix("standby")
                }
                #expect(unseen == [])
            }
            agent.stop()
        }
    }
}
