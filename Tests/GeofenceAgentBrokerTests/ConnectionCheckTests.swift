import Testing

@testable import geofence_agent

extension BrokerTests {
    /// `check --connect`: what the agent would meet at its brokers.
    @Suite final class ConnectionCheckTests {
        private let site: Site

        init() throws { site = try Site() }

        private func check(_ file: String) throws -> (code: Int32, lines: [String]) {
            let result = try AgentProcess.run(["check", "--connect", "--config", file])
            let lines = result.output.split(separator: "\n").map(String.init)
            return (result.code, Array(lines.drop { !$0.hasPrefix("  log") }.dropFirst()))
        }

        @Test func `a broker that lets the agent work is said to, and nothing is left there`() throws {
            let file = try site.configure()
            let client = try site.client()
            try client.subscribe("geofence/#")
            let agent = try site.connectedAgent(client)
            let (code, lines) = try check(file)
            #expect(code == 0)
            #expect(lines.dropFirst().first?.hasPrefix("  is       mosquitto version ") == true, "\(lines)")
            #expect(
                lines.filter { !$0.hasPrefix("  is ") } == [
                    "  broker   127.0.0.1:\(site.broker.port) answers",
                    "  reads    fleet/+/location, home/+/wifi, geofence/request/#",
                    "  writes   geofence/agent/geofence-agent-check, geofence/device/geofence-agent-check, geofence/event/geofence-agent-check, geofence/fence/geofence-agent-check, geofence/response/geofence-agent-check, geofence/status/geofence-agent-check",
                    "  order    what had no answer is sent again before what is newer",
                    "  agent    geofence/agent/state says online",
                ]
            )
            // What is published is empty, or a number on a topic that nobody asked for an answer on.
            let published = client.messages.filter { $0.topic.contains("-check") }
            #expect(
                published.allSatisfy {
                    $0.payload.isEmpty
                        || $0.topic.hasPrefix("geofence/response/") && $0.payload.utf8.count == 1
                }
            )
            #expect(!agent.text.contains("lost"))
            agent.stop()
        }

        @Test func `the order is found to be kept with MQTT 3.1.1, too`() throws {
            let (code, lines) = try check(site.configure(mqtt: #", "protocol": "3.1.1""#))
            #expect(code == 0)
            #expect(
                lines.contains("  order    what had no answer is sent again before what is newer"),
                "\(lines)"
            )
        }

        @Test func `what the access list lacks is named, line by line`() throws {
            let accounts = Accounts(site: site)
            let list = "user agent\ntopic read fleet/#\ntopic readwrite geofence/status/#\n"
            let broker = try accounts.broker(["agent"], access: try site.write(list, to: "access"))
            let (code, lines) = try check(accounts.configure())
            #expect(code == 69)
            #expect(lines.contains { $0.hasPrefix("  is       a broker that does not say which") })
            #expect(!lines.contains { $0.hasPrefix("  order") })
            #expect(lines.contains { $0.hasPrefix("  writes   geofence/status/") })
            #expect(
                lines.contains {
                    $0.hasPrefix("  problem  publishing to geofence/event/geofence-agent-check: refused")
                        && $0.contains("topic write geofence/event")
                },
                "\(lines)"
            )
            withExtendedLifetime(broker) {}
        }

        @Test func `one of a pair tries to publish to itself where its sources are`() throws {
            let pair = #","standby":{"id":"b","echo":"sources"}"#
            let (code, lines) = try check(site.configure(more: pair))
            #expect(code == 0, "\(lines)")
            let writes = try #require(lines.first { $0.hasPrefix("  writes ") })
            #expect(writes.hasSuffix(", fleet/geofence-echo/location, home/geofence-echo/wifi"), "\(writes)")
        }

        @Test(arguments: [
            ("", false, ["order"]), (#","standby":{"id":"b"}"#, true, []),
            (#","standby":{"id":"b"}"#, false, ["order", "pair"]),
            (#","standby":{"id":"b","echo":"sources"}"#, false, ["order"]),
            (#","standby":{"id":"b"},"rules":{"reorder":10}"#, false, ["pair"]),
        ])
        func `a broker that doesn't keep the order needs settings`(
            _ more: String,
            _ isKept: Bool,
            _ problems: [String]
        ) throws {
            let file = try site.configure(more: more)
            let configuration = try Configuration.load(path: file, environment: [:])
            let findings = ConnectionCheck.findings(ofOrder: isKept, configuration).filter(\.isProblem)
            #expect(findings.map { $0.text.contains("standby.echo") ? "pair" : "order" } == problems)
        }

        @Test func `a broker that is not there is a problem, and the others are tried`() throws {
            let server = SilentServer(.refuses)
            let file = try site.configure(port: server.port)
            let (code, lines) = try check(file)
            #expect(code == 69)
            #expect(
                lines == [
                    "  problem  connecting to 127.0.0.1:\(server.port): connection refused: no broker listens there; start it, or check mqtt.host and mqtt.port"
                ]
            )
        }
    }
}
