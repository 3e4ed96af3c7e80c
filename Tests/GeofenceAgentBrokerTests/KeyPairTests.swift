import Foundation
import Testing

@testable import geofence_agent

extension BrokerTests {
    /// What is said of a key and a certificate that don't belong together.
    @Suite struct KeyPairTests {
        private let site: Site
        private let certificates: Certificates

        init() throws {
            site = try Site()
            certificates = try Certificates(in: site)
            try certificates.make("agent")
            try certificates.make("other")
        }

        private func errors(_ certificate: String, _ key: String) throws -> [String] {
            let tls = #", "tls": { "certFile": "\#(certificate)", "keyFile": "\#(key)" }"#
            let path = try site.configure(mqtt: tls)
            do {
                _ = try Configuration.load(path: path, environment: [:])
                return []
            } catch {
                return error.problems.map { "\($0.path): \($0.message)" }
            }
        }

        @Test func `a pair is taken, and another's key is refused`() throws {
            let own = certificates.certificate("agent")
            #expect(try errors(own, certificates.key("agent")) == [])
            let key = certificates.key("other")
            let text =
                "\(key): is not the key of the certificate \(own); name the one that it was made with"
            #expect(try errors(own, key) == ["mqtt.tls.keyFile: \(text)"])
        }

        @Test func `a key of another kind is refused, and one with a passphrase is left to the connection`()
            throws
        {
            let own = certificates.certificate("agent")
            let (edwards, locked) = (site.path("edwards.key"), site.path("locked.key"))
            try Command.run("openssl", ["genpkey", "-algorithm", "ed25519", "-out", edwards])
            try Command.run(
                "openssl",
                [
                    "pkcs8", "-topk8", "-in", certificates.key("agent"), "-passout", "pass:secret", "-out",
                    locked,
                ]
            )
            for path in [edwards, locked] {
                try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: path)
            }
            #expect(try errors(own, edwards).count == 1)
            #expect(try errors(own, locked) == [])
        }
    }
}
