import CLibrary
import Foundation
import Testing

@testable import geofence_agent

extension BrokerTests {
    /// Connections that are encrypted: who is taken for the broker, and whom the broker takes.
    @Suite struct TLSTests {
        private let site: Site
        private let certificates: Certificates

        /// A broker whose certificate is "broker".
        init() throws {
            site = try Site()
            certificates = try Certificates(in: site)
            try certificates.make("broker")
            site.broker.stop()
        }

        /// The broker with a certificate.
        private func broker(_ name: String = "broker", _ more: [String] = []) throws -> PrivateBroker {
            try certificates.broker(name, site, more)
        }

        private func agent(_ tls: [String: String], readsAhead: Bool = false) throws -> AgentProcess {
            let text = String(decoding: try JSONEncoder().encode(tls), as: UTF8.self)
            try site.configure(mqtt: ", \"readAhead\": \(readsAhead), \"tls\": \(text)")
            return try site.agent()
        }

        private var authority: [String: String] { ["caFile": certificates.certificate("ca")] }

        @Test(arguments: [false, true])
        func `works over TLS, also after the broker was killed`(readsAhead: Bool) throws {
            let broker = try broker()
            let agent = try agent(authority, readsAhead: readsAhead)
            let client = try site.client { $0.tls = TLSSettings(caFile: certificates.certificate("ca")) }
            try client.subscribe("geofence/#")
            try client.message("geofence/agent/state", containing: "online")
            try client.publish("fleet/van/location", #"{"lat":52.5,"lon":13.4,"tst":1760000000}"#)
            try client.message("geofence/status/van/depot", containing: "inside")
            broker.kill()
            #expect(agent.waitForLog("retry"))
            #expect(!agent.text.contains("does this port speak TLS"), "\(agent.text)")
            try broker.start()
            #expect(agent.waitForLog("connected", times: 2), "\(agent.text)")
            #expect(agent.stop() == 0)
        }

        /// Several messages in one record of TLS: the socket has nothing to read then, and OpenSSL has.
        @Test(arguments: [false, true])
        func `gets on while thousands of messages come over TLS`(readsAhead: Bool) throws {
            let broker = try broker("broker")
            let agent = try agent(authority, readsAhead: readsAhead)
            let client = try site.client { $0.tls = TLSSettings(caFile: certificates.certificate("ca")) }
            try client.subscribe("geofence/agent/+")
            try client.message("geofence/agent/state", containing: "online")
            for number in 0..<3000 {
                try client.send(
                    "fleet/van/location",
                    #"{"lat":52.6,"lon":13.4,"tst":\#(1_760_000_000 + number)}"#
                )
                if number % 100 == 99 { try client.flush() }
            }
            try client.wait(for: "all of them", within: 60) { client in
                try client.statistics(of: agent)["received"] as? Int == 3000
            }
            #expect(agent.stop() == 0)
            broker.stop()
        }

        @Test(arguments: ["1.2", "1.3"])
        func `takes a broker of the least version`(_ version: String) throws {
            let broker = try broker()
            let agent = try agent(authority.merging(["minVersion": version, "alpn": "mqtt"]) { $1 })
            #expect(agent.waitForLog("connected"), "\(agent.text)")
            #expect(agent.stop() == 0)
            broker.stop()
        }

        @Test func `refuses a broker of an older version`() throws {
            let server = try OpenSSLServer([
                "-cert", certificates.certificate("broker"), "-key", certificates.key("broker"), "-tls1_2",
            ])
            var tls = authority
            tls["minVersion"] = "1.3"
            let text = String(decoding: try JSONEncoder().encode(tls), as: UTF8.self)
            try site.configure(port: server.port, mqtt: ", \"tls\": \(text)")
            let agent = try site.agent()
            #expect(
                agent.waitForLog("the broker has no TLS 1.3, which is the least allowed"),
                "\(agent.text)"
            )
            #expect(agent.stop() == 0)
        }

        @Test(arguments: [
            ("expired", "the broker's certificate is not accepted: certificate has expired; renew it"),
            ("elsewhere", "the broker's certificate is for another name than 127.0.0.1"),
        ])
        func `refuses a broker with a certificate that doesn't hold`(_ name: String, _ line: String) throws {
            try certificates.make("expired", days: -1)
            try certificates.make("elsewhere", names: "DNS:elsewhere")
            let broker = try broker(name)
            let agent = try agent(authority)
            #expect(agent.waitForLog(line), "\(agent.text)")
            #expect(agent.stop() == 0)
            broker.stop()
        }

        @Test(arguments: [true, false])
        func `refuses a broker of another authority`(_ isNamed: Bool) throws {
            try certificates.authority("other")
            let broker = try broker()
            let agent = try agent(isNamed ? ["caFile": certificates.certificate("other")] : [:])
            #expect(agent.waitForLog("name the authority that signed it in mqtt.tls.caFile"), "\(agent.text)")
            #expect(agent.stop() == 0)
            broker.stop()
        }

        @Test func `wonders whether a port in the clear speaks TLS`() throws {
            try site.broker.start()
            let agent = try agent(authority)
            #expect(agent.waitForLog("does this port speak TLS?"), "\(agent.text)")
            #expect(agent.stop() == 0)
        }

        @Test func `wonders whether a port wants TLS`() throws {
            let broker = try broker()
            try site.configure()
            let agent = try site.agent()
            #expect(
                agent.waitForLog(
                    "does this port want TLS (mqtt.tls), or does the broker know 3.1.1 alone (mqtt.protocol)?"
                ),
                "\(agent.text)"
            )
            #expect(agent.stop() == 0)
            broker.stop()
        }

        @Test func `says that nobody listens, with TLS too`() throws {
            let agent = try agent(authority)
            #expect(agent.waitForLog("nobody listens there"), "\(agent.text)")
            #expect(agent.stop() == 0)
        }

        @Test func `waits longer where the key has become another certificate's`() throws {
            try certificates.make("agent")
            let broker = try broker()
            let key = certificates.key("agent")
            let files = ["certFile": certificates.certificate("agent"), "keyFile": key]
            let agent = try agent(authority.merging(files) { $1 })
            #expect(agent.waitForLog("connected"), "\(agent.text)")
            try String(contentsOfFile: certificates.key("broker"), encoding: .utf8)
                .write(toFile: key, atomically: false, encoding: .utf8)
            broker.stop()
            try broker.start()
            #expect(agent.waitForLog("check the files of mqtt.tls"), "\(agent.text)")
            let pause = try #require(agent.text.matches(of: /retry[=:]"?([0-9.]+) s/).last?.output.1)
            #expect((Double(pause) ?? 0) >= 30)
            #expect(agent.stop() == 0)
            broker.stop()
        }

        @Test func `a command says why, too`() throws {
            try certificates.authority("other")
            let broker = try broker()
            let file = certificates.certificate("other")
            try site.configure(mqtt: #", "tls": { "caFile": "\#(file)" }"#)
            let told = try AgentProcess.run(["status", "--config", site.path("agent.json")])
            #expect(told.code == 69)
            #expect(
                told.errors.contains("name the authority that signed it in mqtt.tls.caFile"),
                "\(told.errors)"
            )
            broker.stop()
        }

        @Test func `shows a certificate of its own, and says when the broker wants one`() throws {
            try certificates.make("agent", user: "agent")
            let broker = try broker("broker", ["require_certificate true", "use_identity_as_username true"])
            let bare = try agent(authority)
            #expect(bare.waitForLog("set mqtt.tls.certFile and keyFile"), "\(bare.text)")
            #expect(bare.stop() == 0)
            let files = ["certFile": certificates.certificate("agent"), "keyFile": certificates.key("agent")]
            let agent = try agent(authority.merging(files) { $1 })
            #expect(agent.waitForLog("connected"), "\(agent.text)")
            #expect(broker.log.contains("u'agent'"), "the certificate names the user")
            #expect(agent.stop() == 0)
            broker.stop()
        }

        @Test func `uses certificates that were replaced, and waits for one that can't be read`() throws {
            try certificates.make("agent", user: "agent")
            let broker = try broker("broker", ["require_certificate true"])
            let files = ["certFile": certificates.certificate("agent"), "keyFile": certificates.key("agent")]
            let agent = try agent(authority.merging(files) { $1 })
            #expect(agent.waitForLog("connected"), "\(agent.text)")
            chmod(certificates.key("agent"), 0o644)
            broker.kill()
            try broker.start()
            #expect(
                agent.waitForLog("others may read or change it (mode 644); chmod 600 it"),
                "\(agent.text)"
            )
            try certificates.make("agent", user: "agent")
            chmod(certificates.key("agent"), 0o600)
            #expect(agent.waitForLog("connected", times: 2, within: 60), "\(agent.text)")
            #expect(agent.stop() == 0)
            broker.stop()
        }
    }
}
