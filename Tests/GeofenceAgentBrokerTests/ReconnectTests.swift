import CLibrary
import Testing

@testable import geofence_agent

extension BrokerTests {
    /// What happens while there is no broker, and after.
    @Suite struct ReconnectTests {
        private let site: Site

        init() throws { site = try Site(settings: Site.lossless) }

        @Test(arguments: SilentServer.Manner.allCases)
        func `obeys while nobody answers`(_ manner: SilentServer.Manner) throws {
            let server = SilentServer(manner)
            try site.configure(port: server.port)
            let agent = try site.agent()
            #expect(agent.waitForLog("starting"))
            agent.send(SIGHUP)
            #expect(agent.waitForLog("the configuration is in force"))
            let begun = Clock.uptime
            #expect(agent.stop() == 0)
            #expect(Clock.uptime - begun < 3000)
        }

        @Test func `gives up a connection without a connAck, and says so`() throws {
            let server = SilentServer(.accepts)
            try site.configure(port: server.port)
            let agent = try site.agent()
            #expect(agent.waitForLog("no answer within 10 s", within: 60))
            agent.stop()
        }

        @Test func `says that no broker listens, and what to look at`() throws {
            let server = SilentServer(.refuses)
            try site.configure(port: server.port)
            let agent = try site.agent()
            let line = """
                connecting to 127.0.0.1:\(server.port): connection refused: no broker listens there; \
                start it, or check mqtt.host and mqtt.port
                """
            #expect(agent.waitForLog(line, within: 60), "\(agent.text)")
            #expect(agent.stop() == 0)
        }

        @Test func `knows at once that a connection is refused, also with TLS`() throws {
            let server = SilentServer(.refuses)
            try site.configure(port: server.port, mqtt: #", "tls": {}"#)
            let agent = try site.agent()
            #expect(
                agent.waitForLog("connecting to 127.0.0.1:\(server.port): nobody listens there", within: 60),
                "\(agent.text)"
            )
            #expect(agent.stop() == 0)
        }

        @Test func `loses nothing when the broker is started again`() throws {
            try site.configure()
            let client = try site.client("test", cleanStart: false)
            try client.subscribe("geofence/#")
            let agent = try site.agent()
            try client.message("geofence/agent/state", containing: "online")
            try client.publish("fleet/van/location", #"{"lat":52.6,"lon":13.4,"tst":1760000000}"#)
            try client.message("geofence/device/van")
            site.broker.stop()
            #expect(agent.waitForLog("retry"))
            try site.broker.start()
            try client.reconnect()
            try client.publish("fleet/van/location", #"{"lat":52.5,"lon":13.4,"tst":1760000060}"#)
            try client.message("geofence/event/van/depot", containing: "enter")
            try client.message("geofence/device/van", containing: "depot")
            #expect(agent.stop() == 0)
        }

        @Test func `says that another client has its name, or suspects it where the broker is silent`() throws
        {
            try site.configure()
            let watcher = try site.client("watcher")
            try watcher.subscribe("geofence/agent/state")
            let agent = try site.agent()
            try watcher.message("geofence/agent/state", containing: "online")
            for _ in 1...3 where !agent.isToldOfTakeover {
                watcher.forget()
                _ = try site.client("agent", cleanStart: false)
                try watcher.wait(for: "the agent") { watcher in
                    agent.isToldOfTakeover || watcher.messages.contains { $0.payload == "online" }
                }
            }
            let says = "another client \(agent.isToldOfTakeover ? "uses" : "may use") mqtt.clientId"
            #expect(agent.waitForLog(says), "\(agent.text)")
            #expect(agent.stop() == 0)
        }

        @Test func `keeps away for a while where another client has taken its session, and says so`() throws {
            // CONNACK, and DISCONNECT with reason 142.
            let server = ScriptedServer([0x20, 3, 0, 0, 0, 0xE0, 2, 0x8E, 0])
            try site.configure(port: server.port)
            let agent = try site.agent()
            let line = """
                session taken over (reason 142); another client uses mqtt.clientId "agent" too: each agent needs \
                its own
                """
            #expect(agent.waitForLog(line), "\(agent.text)")
            let retry = agent.text.firstMatch(of: /taken over.* retry=(\d+)/).flatMap { Int($0.1) }
            #expect(try #require(retry) >= 30, "\(agent.text)")
            #expect(agent.stop() == 0)
        }

        @Test func `says again what a broker has forgotten`() throws {
            let site = try Site()
            try site.configure()
            var client = try site.client()
            let agent = try site.agent()
            try client.subscribe("geofence/#")
            try client.message("geofence/agent/state", containing: "online")
            try client.publish("fleet/van/location", #"{"lat":52.5,"lon":13.4,"tst":1760000000}"#)
            try client.message("geofence/device/van")
            site.broker.kill()
            try site.broker.start()
            client = try site.client()
            try client.subscribe("geofence/#")
            try client.message("geofence/status/van/depot", containing: "inside")
            try client.message("geofence/device/van", containing: "depot")
            try client.message("geofence/fence/depot", containing: "van")
            #expect(!client.messages.contains { $0.topic.contains("/event/") })
            #expect(agent.stop() == 0)
        }

        @Test func `tells what is wrong when the broker refuses it`() throws {
            let closed = try Site(settings: ["password_file \(site.write("", to: "passwords"))"])
            try closed.configure(
                mqtt:
                    #", "username": "agent", "passwordFile": "\#(closed.writeSecret("wrong", to: "password"))""#
            )
            let agent = try closed.agent()
            #expect(agent.waitForLog("check mqtt.username and mqtt.passwordFile"), "\(agent.text)")
            #expect(agent.stop() == 0)
        }
    }
}
