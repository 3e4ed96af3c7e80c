import BenchmarkSupport
import CLibrary
import Testing

@testable import AgentTestSupport
@testable import geofence_agent

extension BrokerTests {
    /// A device is forgotten while more devices have changed than a turn writes: their states come first, in
    /// parts, and the request waits for them.
    @Suite struct ForgetTests {
        private static let token = "fedcba9876543210"

        private let site: Site
        private let client: Client
        private let agent: AgentProcess
        private let port = SilentServer(.refuses).port

        init() throws {
            site = try Site()
            try site.writeSecret(Self.token, to: "edit")
            let http = #""port": \#(port), "map": { "edit": true }, "editTokenFile": "edit""#
            (agent, client) = try site.start(more: #", "http": { \#(http) }"#)
            try moveAll(52.6, at: 0)
            try moveAll(52.5, at: 60)
            try client.message("geofence/event/d2099/depot", containing: #""enter""#)
        }

        /// The agent keeps up, so that the broker drops nothing.
        private func moveAll(_ latitude: Double, at seconds: Int) throws {
            for device in 0..<2100 {
                let time = 1_760_000_000 + seconds
                let position = #"{"lat":\#(latitude),"lon":13.4,"tst":\#(time)}"#
                try client.send("fleet/d\(device)/location", position)
                guard device % 300 == 299 else { continue }
                let count = client.messages.count
                try client.flush()
                try client.message("geofence/device/d\(device)", after: count)
            }
        }

        private func move(_ device: Int, _ latitude: Double, at seconds: Int) throws {
            try client.move("d\(device)", latitude, at: 1_760_000_000 + seconds)
        }

        private func events(of device: Int) -> [String] {
            client.messages.filter { $0.topic == "geofence/event/d\(device)/depot" }.map(\.payload)
        }

        @Test func `what is sent behind the request counts behind it`() throws {
            let count = client.messages.count
            try client.publish("geofence/request/device/forget", #"{"device":"d7"}"#)
            try move(7, 52.6, at: 120)
            try move(7, 52.5, at: 180)
            try move(8, 52.6, at: 120)
            try client.message("geofence/response/device/forget", containing: #""forgotten":"d7""#)
            try client.message("geofence/event/d8/depot", containing: #""exit""#, after: count)
            try client.message("geofence/event/d7/depot", containing: #""enter""#, after: count)
            #expect(events(of: 7).count == 2, "\(events(of: 7))")
            #expect(events(of: 8).count == 2)
            #expect(agent.stop() == 0)
        }

        /// Where the library reads its socket itself, it reads as many packets at once as messages of ours
        /// are on their way.
        @Test(arguments: [true, false])
        func `what is read together with the request counts behind it, and the request is done`(
            readsAhead: Bool
        ) throws {
            let site = try Site()
            let withheld = Set((0..<10).map { "geofence/device/w\($0)" })
            let broker = FakeBroker(
                .init(pubAck: { topic, _ in withheld.contains(topic) ? .withheld : .reason(0) })
            )
            let mqtt = #", "answerTimeout": 3600, "readAhead": \#(readsAhead)"#
            try site.configure(port: broker.port, mqtt: mqtt)
            let agent = try site.agent()
            #expect(broker.wait { $0.subscriptions.contains("geofence/agent/state") }, "\(agent.text)")
            let position = #"{"lat":52.6,"lon":13.4,"tst":1760000000}"#
            broker.send((0..<10).map { ("fleet/w\($0)/location", position) })
            for device in 0..<2100 { broker.send("fleet/d\(device)/location", position) }
            #expect(broker.wait { seen in seen.messages.contains { $0.topic == "geofence/device/d2099" } })
            let inside = #"{"lat":52.5,"lon":13.4,"tst":1760000060}"#
            broker.send([
                ("geofence/request/device/forget", #"{"device":"d7"}"#), ("fleet/d7/location", inside),
                ("fleet/d8/location", inside), ("geofence/request/device/forget", #"{"device":"d8"}"#),
                ("geofence/request/device/status", #"{"device":"d9"}"#), ("fleet/d9/location", inside),
            ])
            let answers = ["device/forget", "device/status"].map { "geofence/response/\($0)" }
            let heard = broker.wait { seen in
                seen.messages.contains { $0.topic == "geofence/event/d9/depot" }
                    && seen.messages.count { answers.contains($0.topic) } == 3
            }
            #expect(heard, "\(broker.seen.messages.suffix(10))")
            let events = broker.seen.messages.filter { $0.topic.hasPrefix("geofence/event/") }
            #expect(events.map(\.topic) == (8...9).map { "geofence/event/d\($0)/depot" })
            agent.kill()
        }

        @Test func `a process that is killed meanwhile has lost none of it`() throws {
            try client.publish("geofence/request/device/forget", #"{"device":"d7"}"#)
            try move(8, 52.6, at: 120)
            agent.kill()
            let next = try site.connectedAgent(client)
            try client.message("geofence/response/device/forget", containing: "d7")
            try client.message("geofence/event/d8/depot", containing: #""exit""#)
            let list = try client.statistics(of: next)
            #expect(list["devices"] as? Int == 2099)
            #expect(next.stop() == 0)
        }

        @Test func `an agent that ends does what is asked for before`() throws {
            try client.publish("geofence/request/device/forget", #"{"device":"d7"}"#)
            #expect(agent.stop() == 0)
            let next = try site.connectedAgent(client)
            try client.message("geofence/response/device/forget", containing: "d7")
            #expect(next.stop() == 0)
        }

        @Test func `who asks over HTTP waits, too`() throws {
            let answer = HTTPAnswer(
                port: port,
                asking: "device/forget",
                #"{"device":"d7"}"#,
                token: Self.token
            )
            #expect(answer.status == 200)
            #expect(answer.body.contains(#""forgotten":"d7""#))
            try client.message("geofence/device/d7", containing: "")
            #expect(agent.stop() == 0)
        }
    }
}
