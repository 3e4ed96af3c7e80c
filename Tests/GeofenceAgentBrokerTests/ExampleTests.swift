import Testing

@testable import geofence_agent

extension BrokerTests {
    /// The configurations under `config/examples`, as their pages say to try them.
    @Suite struct ExampleTests {
        @Test(arguments: try Example.all)
        func `does what its page says`(_ example: Example) throws {
            let site = try Site()
            try site.write(try example.configuration(port: site.broker.port), to: "agent.json")
            let client = try site.client()
            try client.subscribe("geofence/#")
            let agent = try site.agent()
            try client.message("geofence/agent/state", containing: "online")
            for message in try example.messages { try client.publish(message.topic, message.payload) }
            let expected = try example.events
            #expect(expected.contains { $0.contains(#""event":"enter""#) })
            func events() -> [String] {
                client.messages.filter { $0.topic.hasPrefix("geofence/event/") }
                    .map { Example.timeless("\($0.topic) \($0.payload)") }
            }
            try client.wait(for: "\(expected.count) events") { _ in events().count >= expected.count }
            #expect(events() == expected)
            #expect(agent.stop() == 0)
        }
    }
}
