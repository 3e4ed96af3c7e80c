import CLibrary
import Testing

@testable import geofence_agent

extension BrokerTests {
    /// A broker that takes nothing, and more to say than there is room for.
    @Suite(.long) struct FullOutboxTests {
        @Test func `timers wait while the outbox is full`() throws {
            let site = try Site()
            let broker = FakeBroker(
                .init(pubAck: { topic, _ in topic.hasPrefix("geofence/agent/") ? .reason(0) : .withheld })
            )
            let fence = """
                [{ "id": "a", "latitude": 52.5, "longitude": 13.4, "radius": 150, "rules": { "dwell": [10] } }]
                """
            try site.configure(port: broker.port, fences: fence, mqtt: #", "answerTimeout": 3600"#)
            let agent = try site.agent()
            #expect(broker.wait { $0.subscriptions.contains("geofence/agent/state") }, "\(agent.text)")
            // Two retained topics for each, and an event later.
            let devices = 45_000
            for device in 1...devices {
                broker.send("fleet/v\(device)/location", #"{"lat":52.5,"lon":13.4}"#)
            }
            #expect(broker.wait(within: 60) { _ in outbox(of: agent, broker) >= Outbox.mostRows })
            // Their dwell times of 10 s pass by the clock; that nothing comes of it is no event to wait for.
            sleep(11)
            let count = outbox(of: agent, broker)
            #expect(count < Outbox.mostRows + 5000, "\(count)")
            agent.kill()
        }

        /// How many rows wait, as the agent says after SIGHUP.
        private func outbox(of agent: AgentProcess, _ broker: FakeBroker) -> Int {
            let numbers = { broker.seen.messages.filter { $0.topic == "geofence/agent/stats" } }
            let before = numbers().count
            agent.send(SIGHUP)
            _ = broker.wait { _ in numbers().count > before }
            let match = numbers().last?.payload.firstMatch(of: /"outbox":([0-9]+)/)
            return match.flatMap { Int($0.output.1) } ?? 0
        }
    }
}
