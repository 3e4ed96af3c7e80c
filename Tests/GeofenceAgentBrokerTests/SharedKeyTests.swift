import Foundation
import Testing

@testable import geofence_agent

extension BrokerTests {
    /// A key that broker and agent share, in the place of certificates.
    @Suite struct SharedKeyTests {
        private let site: Site
        private static let key = String(repeating: "0badcafe", count: 8)

        init() throws { site = try Site() }

        private func agent() throws -> AgentProcess {
            let file = try site.writeSecret("\(Self.key)\n", to: "psk")
            try site.configure(mqtt: #", "tls": { "pskIdentity": "agent", "pskFile": "\#(file)" }"#)
            return try site.agent()
        }

        private func broker(_ settings: [String]) throws -> PrivateBroker {
            site.broker.stop()
            return try PrivateBroker(in: site.folder, port: site.broker.port, settings: settings)
        }

        private func keys(_ line: String) throws -> [String] {
            ["psk_file \(try site.writeSecret("\(line)\n", to: "keys"))", "psk_hint broker"]
        }

        @Test func `connects to a broker that has the key`() throws {
            let broker = try broker(try keys("agent:\(Self.key)") + ["use_identity_as_username true"])
            let agent = try agent()
            #expect(agent.waitForLog("connected"), "\(agent.text)")
            #expect(broker.log.contains("u'agent'"))
            #expect(agent.stop() == 0)
        }

        @Test(arguments: ["agent:\(String(repeating: "0badf00d", count: 8))", "other:\(SharedKeyTests.key)"])
        func `is refused by a broker that has another`(_ line: String) throws {
            let broker = try broker(try keys(line))
            let agent = try agent()
            #expect(agent.waitForLog("the broker must know mqtt.tls.pskIdentity"), "\(agent.text)")
            #expect(!agent.text.contains("connected"))
            #expect(agent.stop() == 0)
            broker.stop()
        }

        /// libmosquitto 2.0.11 alone takes it for the broker, whoever it is.
        @Test func `refuses a broker that has only a certificate, and tells it nothing`() throws {
            let certificates = try Certificates(in: site)
            try certificates.make("broker")
            let broker = try broker([
                "certfile \(certificates.certificate("broker"))", "keyfile \(certificates.key("broker"))",
            ])
            let agent = try agent()
            #expect(agent.waitForLog("TLS: "), "\(agent.text)")
            #expect(!agent.text.contains("connected"))
            #expect(!broker.log.contains("as agent"), "\(broker.log)")
            #expect(agent.stop() == 0)
        }
    }
}
