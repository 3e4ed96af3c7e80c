import CLibrary
import Foundation
import Testing

@testable import geofence_agent

extension BrokerTests {
    /// What a broker takes away when it greets, and what it grants less of.
    @Suite struct BrokerLimitTests {
        private let site: Site

        init() throws { site = try Site() }

        private func start(_ manner: FakeBroker.Manner) throws -> (FakeBroker, AgentProcess) {
            let broker = FakeBroker(manner)
            try site.configure(port: broker.port, mqtt: #", "answerTimeout": 2"#)
            return (broker, try site.agent())
        }

        @Test(
            arguments: [
                (
                    [0x11, 0, 0, 0, 60],
                    "positions may be lost: the broker keeps the session for 60 s in the place of 86400 s",
                    #""sessionExpiry":60"#
                ),
                (
                    [0x21, 0, 5], "events may leave slowly: the broker takes 5 messages at once",
                    #""receiveMaximum":5"#
                ),
                (
                    [0x27, 0, 0, 2, 0],
                    "messages above 512 bytes can't be published: the broker takes no larger ones",
                    #""packetSize":512"#
                ),
            ] as [([UInt8], String, String)]
        )
        func `says once what the broker takes away, and keeps it in agent/info`(
            _ properties: [UInt8],
            _ line: String,
            _ member: String
        ) throws {
            let (broker, agent) = try start(
                .init(connAck: { _ in .init(properties: properties) })
            )
            #expect(agent.waitForLog(line), "\(agent.text)")
            #expect(
                broker.wait {
                    $0.messages.contains { $0.topic == "geofence/agent/info" && $0.payload.contains(member) }
                },
                "\(broker.seen.messages)"
            )
            agent.send(SIGHUP)
            #expect(agent.waitForLog("in force"))
            #expect(agent.text.ranges(of: line).count == 1)
            #expect(agent.stop() == 0)
        }

        @Test func `publishes without retaining where the broker retains nothing`() throws {
            let (broker, agent) = try start(
                // Such a broker refuses a will that is to be retained.
                .init(connAck: { $0 == 0 ? .init(reason: 0x9A) : .init(properties: [0x25, 0]) })
            )
            #expect(
                agent.waitForLog("statuses reach only those who listen: the broker retains no messages"),
                "\(agent.text)"
            )
            #expect(broker.wait { $0.subscriptions.contains("geofence/agent/state") }, "\(agent.text)")
            broker.send("fleet/van/location", #"{"lat":52.5,"lon":13.4,"tst":1760000000}"#)
            #expect(
                broker.wait { $0.messages.contains { $0.topic == "geofence/status/van/depot" } },
                "\(agent.text)"
            )
            let seen = broker.seen
            #expect(seen.connections == 2)
            #expect(seen.connectFlags.map { $0 & 0x20 } == [0x20, 0])
            #expect(seen.messages.allSatisfy { !$0.isRetained })
            #expect(agent.stop() == 0)
        }

        @Test func `publishes at QoS 0 where the broker takes no other`() throws {
            let (broker, agent) = try start(
                .init(
                    connAck: { $0 == 0 ? .init(reason: 0x9B) : .init(properties: [0x24, 0]) },
                    subAck: { _, _ in 0 }
                )
            )
            #expect(agent.waitForLog("events may be lost: the broker takes QoS 0 alone"), "\(agent.text)")
            let line = "positions may be lost: the broker grants QoS 0 for a subscription"
            #expect(agent.waitForLog(line, times: 3), "\(agent.text)")
            broker.enterDepot("van")
            #expect(
                broker.wait { $0.messages.contains { $0.topic == "geofence/event/van/depot" } },
                "\(agent.text)"
            )
            #expect(broker.seen.messages.allSatisfy { $0.qos == 0 })
            #expect(
                broker.wait {
                    $0.messages.contains { $0.payload.contains(#""grantedQoS0":["fleet/+/location""#) }
                },
                "\(broker.seen.messages)"
            )
            #expect(agent.stop() == 0)
        }

        @Test func `has no more on its way than the broker takes at once`() throws {
            let (broker, agent) = try start(
                .init(
                    connAck: { _ in .init(properties: [0x21, 0, 3]) },
                    pubAck: { topic, _ in topic.hasPrefix("geofence/agent/") ? .reason(0) : .withheld }
                )
            )
            #expect(broker.wait { $0.subscriptions.contains("geofence/agent/state") }, "\(agent.text)")
            for device in 1...5 {
                broker.send("fleet/van\(device)/location", #"{"lat":52.5,"lon":13.4,"tst":1760000000}"#)
            }
            #expect(broker.wait { $0.connections == 2 }, "\(agent.text)")
            let first = broker.seen.messages.filter {
                !$0.topic.hasPrefix("geofence/agent/") && $0.connection == 1
            }
            #expect(first.count == 3)
            #expect(agent.stop() == 0)
        }
    }
}
