import CLibrary
import Synchronization
import Testing

@testable import geofence_agent

extension BrokerTests {
    /// A broker that takes nothing for long, and more to say than there is room for.
    @Suite(.long) struct FullOutboxTests {
        private let gate = Gate()
        private let http = SilentServer(.refuses).port

        @Test func `timers wait while the outbox is full, and answers are found behind very many messages`()
            throws
        {
            let site = try Site()
            let broker = FakeBroker(
                .init(pubAck: { [gate] topic, _ in
                    let isTaken = gate.isOpen.load(ordering: .relaxed) || topic.hasPrefix("geofence/agent/")
                    return isTaken ? .reason(0) : .withheld
                })
            )
            let fence = """
                [{ "id": "a", "latitude": 52.5, "longitude": 13.4, "radius": 150, "rules": { "dwell": [10] } }]
                """
            let more = #", "http": { "port": \#(http) }"#
            try site.configure(
                port: broker.port,
                fences: fence,
                more: more,
                mqtt: #", "answerTimeout": 3600"#
            )
            let agent = try site.agent()
            #expect(broker.wait { $0.subscriptions.contains("geofence/agent/state") }, "\(agent.text)")
            // Two retained topics for each, and an event later.
            let devices = 45_000
            for device in 1...devices {
                broker.send("fleet/v\(device)/location", #"{"lat":52.5,"lon":13.4}"#)
            }
            #expect(broker.wait(within: 60) { _ in outbox >= Outbox.mostRows })
            // Their dwell times of 10 s pass by the clock; that nothing comes of it is no event to wait for.
            sleep(11)
            #expect(outbox < Outbox.mostRows + 5000, "\(outbox)")
            // More than may be handled to get at the answers behind them.
            for second in 1...(3 * InFlight.mostAhead) {
                let time = 1_760_000_000 + second
                broker.send("fleet/late/location", #"{"lat":52.6,"lon":13.4,"tst":\#(time)}"#)
            }
            #expect(outbox < Outbox.mostRows + 5000, "\(outbox)")
            gate.isOpen.store(true, ordering: .relaxed)
            broker.answerWithheld()
            let hasAll = broker.wait(within: 60) { seen in
                outbox == 0 && seen.messages.contains { $0.topic == "geofence/status/late/a" }
            }
            #expect(hasAll, "\(outbox)")
            #expect(broker.seen.connections == 1)
            agent.kill()
        }

        /// Whether the broker takes all.
        private final class Gate: Sendable {
            let isOpen = Atomic(false)
        }

        /// How many rows wait.
        private var outbox: Int {
            let metrics = HTTPAnswer(port: http, "/metrics").body
            let match = metrics.firstMatch(of: /\ngeofence_agent_outbox_messages ([0-9]+)/)
            return match.flatMap { Int($0.output.1) } ?? 0
        }
    }
}
