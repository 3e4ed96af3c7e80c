import CLibrary
import Foundation
import Testing

@testable import geofence_agent

extension BrokerTests {
    /// A broker on the same machine, by its Unix socket.
    @Suite struct UnixSocketTests {
        private let site: Site

        init() throws { site = try Site() }

        private var socket: String { site.path("broker.sock") }

        private func configure(_ mqtt: String = "") throws {
            let text = """
                {
                  "mqtt": { "socket": "broker.sock", "clientId": "agent"\(mqtt) },
                  "sources": [{ "topic": "fleet/{device}/location" }],
                  "fences": \(Site.fences),
                  "store": { "path": "\(site.path("agent.sqlite"))" }
                }
                """
            try site.write(text, to: "agent.json")
        }

        /// A second broker, which listens at the socket as well.
        private func broker() throws -> PrivateBroker {
            let folder = site.folder.appendingPathComponent("second")
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            return try PrivateBroker(
                in: folder,
                settings: ["listener 0 \(socket)", "allow_anonymous true"] + Site.lossless
                    + ["persistence_location \(folder.path)/"]
            )
        }

        @Test(arguments: ["", #", "readAhead": false"#, #", "protocol": "3.1.1""#])
        func `carries positions and events`(_ mqtt: String) throws {
            let broker = try broker()
            try configure(mqtt)
            let client = try Client(port: broker.port, id: "test")
            try client.subscribe("geofence/#")
            let agent = try site.connectedAgent(client)
            for round in 0..<20 {
                let latitude = round % 2 == 0 ? 52.5 : 52.6
                try client.publish(
                    "fleet/van/location",
                    #"{"lat":\#(latitude),"lon":13.4,"acc":5,"tst":\#(1_760_000_000 + round * 60)}"#
                )
            }
            try client.message("geofence/event/van/depot", containing: #""seq":19"#)
            #expect(agent.text.contains("broker=\(socket)"), "\(agent.text)")
            let check = try AgentProcess.run(["check", "--connect", "--config", site.path("agent.json")])
            #expect(check.code == 0, "\(check.output)")
            #expect(check.output.contains("  broker   \(socket) answers"), "\(check.output)")
            #expect(agent.stop() == 0)
            broker.kill()
        }

        @Test func `is waited for, and says what to look at`() throws {
            try configure()
            let agent = try site.agent()
            let line = """
                connecting to \(socket): No such file or directory; check mqtt.socket, whether the broker runs, \
                and whether its socket lets the agent's user in
                """
            #expect(agent.waitForLog(line), "\(agent.text)")
            let broker = try broker()
            #expect(agent.waitForLog("connected", within: 60), "\(agent.text)")
            #expect(agent.stop() == 0)
            broker.kill()
        }
    }
}
