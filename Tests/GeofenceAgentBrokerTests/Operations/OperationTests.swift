import CLibrary
import Foundation
import Testing

@testable import geofence_agent

extension BrokerTests {
    /// The agent under a service manager, which the test is, with HTTP.
    @Suite struct OperationTests {
        private let site: Site
        private let socket: NotifySocket
        private let port = SilentServer(.refuses).port

        init() throws {
            site = try Site()
            socket = try NotifySocket(site.path("notify"))
        }

        private func agent(broker: Int? = nil) throws -> AgentProcess {
            try site.configure(port: broker, more: ", \"http\": { \"port\": \(port) }")
            return try site.agent(
                environment: ["NOTIFY_SOCKET": socket.name, "WATCHDOG_USEC": "2000000"]
            )
        }

        /// Asks until an answer has a status; gives the last one.
        private func answer(_ path: String, until status: Int) -> HTTPAnswer {
            let deadline = Clock.uptime + 60_000
            var answer = HTTPAnswer(port: port, path)
            while answer.status != status, Clock.uptime < deadline {
                answer = HTTPAnswer(port: port, path)
            }
            return answer
        }

        @Test func `is ready for its manager without a broker, and for others with one`() throws {
            site.broker.stop()
            let agent = try agent()
            #expect(socket.next() == "READY=1")
            let broker = "127.0.0.1:\(site.broker.port)"
            #expect(socket.next(with: "STATUS=no connection to \(broker); 2 fences, 0 devices") != nil)
            #expect(answer("/healthz", until: 200).body == "ok\n")
            let reason = "there is no connection to the broker at \(broker)\n"
            #expect(answer("/readyz", until: 503).body == reason)
            try site.broker.start()
            #expect(answer("/readyz", until: 200).body == "ok\n")
            #expect(answer("/metrics", until: 200).body.contains("\ngeofence_agent_caught_up 1\n"))
            #expect(agent.stop() == 0)
        }

        @Test func `tells its manager of a reload, of its life, and of its end`() throws {
            let agent = try agent()
            #expect(socket.next() == "READY=1")
            #expect(socket.next(with: "WATCHDOG=1") != nil)
            #expect(socket.next(with: "WATCHDOG=1") != nil)
            agent.send(SIGHUP)
            let datagram = socket.next(with: "RELOADING=1")
            #expect(datagram?.contains("\nMONOTONIC_USEC=") == true)
            #expect(socket.next(with: "READY=1") == "READY=1")
            #expect(agent.stop() == 0)
            #expect(socket.next(with: "STOPPING=1") == "STOPPING=1\nSTATUS=ending")
        }

        @Test func `runs where the port of HTTP is taken`() throws {
            let other = SilentServer(.accepts)
            try site.configure(more: ", \"http\": { \"port\": \(other.port) }")
            let client = try site.client()
            try client.subscribe("geofence/agent/state")
            let agent = try site.agent()
            try client.message("geofence/agent/state", containing: "online")
            #expect(agent.waitForLog("no HTTP on 127.0.0.1:\(other.port): another program has the port"))
            #expect(agent.stop() == 0)
            withExtendedLifetime(other) {}
        }
    }
}
