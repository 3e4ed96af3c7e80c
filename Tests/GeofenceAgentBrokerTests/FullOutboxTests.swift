import Glibc
import Testing

@testable import geofence_agent

extension BrokerTests {
    /// A broker that takes nothing, and more to say than there is room for.
    @Suite(.timeLimit(.minutes(3))) struct FullOutboxTests {
        @Test func `timers wait while the outbox is full`() throws {
            let site = try Site()
            let broker = FakeBroker(
                .init(pubAck: { topic, _ in topic.hasPrefix("geofence/agent/") ? .reason(0) : .withheld })
            )
            let fence = """
                [{ "id": "a", "latitude": 52.5, "longitude": 13.4, "radius": 150, "rules": { "dwell": [20] } }]
                """
            try site.configure(port: broker.port, fences: fence, mqtt: #", "answerTimeout": 3600"#)
            let agent = try site.agent()
            #expect(broker.wait { $0.subscriptions.contains("geofence/agent/state") }, "\(agent.text)")
            // Two retained topics for each, and an event later.
            let devices = 45_000
            for device in 1...devices {
                broker.send("fleet/v\(device)/location", #"{"lat":52.5,"lon":13.4}"#)
            }
            var outbox = 0
            #expect(
                broker.wait(within: 90) { seen in
                    usleep(1_000_000)
                    agent.send(SIGHUP)
                    let last = seen.messages.last { $0.topic == "geofence/agent/stats" }?.payload ?? ""
                    let count = last.firstMatch(of: /"outbox":([0-9]+)/).flatMap { Int($0.output.1) } ?? 0
                    defer { outbox = count }
                    return count >= Outbox.mostRows && count == outbox
                },
                "\(outbox)"
            )
            #expect(outbox < Outbox.mostRows + 5000)
            agent.kill()
        }
    }
}
