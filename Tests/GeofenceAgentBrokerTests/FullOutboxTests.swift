import CLibrary
import Synchronization
import Testing

@testable import geofence_agent

extension BrokerTests {
    /// A broker that takes nothing for long, and more to say than there is room for.
    @Suite(.long) struct FullOutboxTests {
        private let gate = Gate()
        private let http = SilentServer(.refuses).port

        @Test
        func `timers wait, answers are found behind very many messages, and it fills up amid a message`()
            throws
        {
            let site = try Site()
            let broker = FakeBroker(
                .init(pubAck: { [gate] topic, _ in
                    let isTaken = gate.isOpen.load(ordering: .relaxed) || topic.hasPrefix("geofence/agent/")
                    return isTaken ? .reason(0) : .withheld
                })
            )
            let fences = (1...20).map { number in
                let rules = number > 5 ? "" : #""dwell":[30]"#
                return
                    #"{"id":"\#(number)","latitude":52.5,"longitude":13.4,"radius":150,"rules":{\#(rules)}}"#
            }
            // On a busy machine the answer to a ping may stand behind messages for longer than usual.
            let more = #", "http": { "port": \#(http) }"#
            try site.configure(
                port: broker.port,
                fences: "[\(fences.joined(separator: ","))]",
                more: more,
                mqtt: #", "answerTimeout": 3600, "keepAlive": 3600"#
            )
            let agent = try site.agent()
            #expect(broker.wait { $0.subscriptions.contains("geofence/agent/state") }, "\(agent.text)")
            // A row for each fence; for each device its position, and a status for each fence.
            let position = #"{"lat":52.5,"lon":13.4}"#
            let rows = fences.count + 1
            let devices = (Outbox.mostRows - 1 - fences.count) / rows
            for device in 1...devices { broker.send("fleet/v\(device)/location", position) }
            #expect(wait { $0 >= fences.count + devices * rows }, "\(outbox)")
            // With what a turn adds, to which all dwell times would come.
            let mostOfAll = Outbox.mostRows * 11 / 10
            // The last answer is no sign any more when it is full, in the midst of a message.
            sleep(11)
            broker.send([("fleet/v0/location", position), ("fleet/split/location", position)], lacking: 10)
            #expect(wait { $0 >= Outbox.mostRows }, "\(outbox)")
            broker.sendRest()
            // Dwell times pass by the clock; that nothing comes of it is no event to wait for.
            sleep(15)
            #expect(outbox < mostOfAll, "\(outbox)")
            // More than may be handled to get at the answers behind them.
            for second in 1...(3 * InFlight.mostAhead) {
                let time = 1_760_000_000 + second
                broker.send("fleet/late/location", #"{"lat":52.6,"lon":13.4,"tst":\#(time)}"#)
            }
            #expect(outbox < mostOfAll, "\(outbox)")
            gate.isOpen.store(true, ordering: .relaxed)
            broker.answerWithheld()
            #expect(wait { $0 == 0 }, "\(outbox)")
            for topic in ["geofence/status/split/1", "geofence/status/late/1"] {
                #expect(broker.wait(within: 240) { $0.retained[topic] != nil }, "\(topic)")
            }
            #expect(broker.seen.connections == 1, "\(agent.text)")
            agent.kill()
        }

        /// Whether the broker takes all.
        private final class Gate: Sendable {
            let isOpen = Atomic(false)
        }

        /// Waits until as many rows wait as wanted; what has come, which is much, is left alone meanwhile.
        private func wait(until isSo: (Int) -> Bool) -> Bool {
            let deadline = Clock.uptime + 240_000
            while !isSo(outbox) {
                guard Clock.uptime < deadline else { return false }
                usleep(100_000)
            }
            return true
        }

        /// How many rows wait; -1 where the agent doesn't say it.
        private var outbox: Int {
            let metrics = HTTPAnswer(port: http, "/metrics").body
            let match = metrics.firstMatch(of: /\ngeofence_agent_outbox_messages ([0-9]+)/)
            return match.flatMap { Int($0.output.1) } ?? -1
        }
    }
}
