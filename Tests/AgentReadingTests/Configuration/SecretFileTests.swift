import CLibrary
import Foundation
import Testing

@testable import AgentTestSupport
@testable import geofence_agent
import MQTT

/// Files with secrets are the agent's own affair.
@Suite struct SecretFileTests {
    private let folder: ConfigurationFolder
    private static let key = String(repeating: "0aF9", count: 16)

    init() throws { folder = try ConfigurationFolder() }

    private func errors(_ mqtt: String, _ environment: [String: String] = [:]) -> [String] {
        folder.errors(
            #"{"mqtt":{"host":"localhost",\#(mqtt)},"sources":[{"topic":"a/{device}"}]}"#,
            environment: environment
        ).map { String($0.drop { $0 != " " }.dropFirst()) }
    }

    @Test(arguments: [0o604, 0o602, 0o644, 0o660, 0o777])
    func `what others may read or change is refused`(_ permissions: Int) {
        folder.write("open", Self.key.utf8, permissions: permissions)
        folder.write("ca", "-----BEGIN CERTIFICATE-----\n".utf8, permissions: permissions)
        let advice =
            "others may read or change it (mode \(String(permissions, radix: 8))); chmod 600 it"
        #expect(errors(#""passwordFile":"open""#) == ["mqtt.passwordFile: open: \(advice)"])
        #expect(
            errors(#""tls":{"certFile":"ca","keyFile":"open"}"#) == ["mqtt.tls.keyFile: open: \(advice)"]
        )
        #expect(
            errors(#""tls":{"pskIdentity":"a","pskFile":"open"}"#) == ["mqtt.tls.pskFile: open: \(advice)"]
        )
        #expect(errors(#""tls":{"caFile":"ca"}"#) == [])
        let credentials = ["CREDENTIALS_DIRECTORY": String(folder.path.dropLast())]
        #expect(errors(#""passwordFile":"open""#, credentials) == [], "systemd guards it")
    }

    @Test(arguments: [0o600, 0o400])
    func `what the agent alone may read is taken`(_ permissions: Int) {
        folder.write("own", "x".utf8, permissions: permissions)
        #expect(errors(#""passwordFile":"own""#) == [])
    }

    @Test(.enabled(if: geteuid() == 0, "only root can give a file away"))
    func `what is another user's is refused, what is root's its group may read`() {
        folder.write("file", "x".utf8)
        chmod(folder.path + "file", 0o640)
        #expect(errors(#""passwordFile":"file""#) == [])
        chmod(folder.path + "file", 0o600)
        chown(folder.path + "file", 12345, 0)
        #expect(
            errors(#""passwordFile":"file""#) == [
                "mqtt.passwordFile: file: belongs to another user (12345); chown it to the user of the agent, and chmod 600 it"
            ]
        )
    }

    @Test(arguments: ["", "00", String(repeating: "0", count: 33), String(repeating: "g", count: 32)])
    func `a shared key is hexadecimal`(_ key: String) {
        folder.write("psk", key.utf8)
        #expect(
            errors(#""tls":{"pskIdentity":"a","pskFile":"psk"}"#) == [
                "mqtt.tls.pskFile: psk: holds no key: that is 32 to 512 hexadecimal digits, as of: openssl rand -hex 32"
            ]
        )
    }

    @Test func `a shared key takes the place of certificates, in TLS 1.2`() {
        folder.write("psk", "\(Self.key)\n".utf8)
        folder.write("ca", "-----BEGIN CERTIFICATE-----\n".utf8)
        let shared = #""pskIdentity":"a","pskFile":"psk""#
        #expect(errors("\"tls\":{\(shared)}") == [])
        #expect(errors("\"tls\":{\(shared),\"minVersion\":\"1.2\",\"alpn\":\"mqtt\"}") == [])
        #expect(
            errors("\"tls\":{\(shared),\"minVersion\":\"1.3\"}") == [
                "mqtt.tls.minVersion: shared keys work in TLS 1.2 alone; leave this out, or use certificates"
            ]
        )
        #expect(
            errors("\"tls\":{\(shared),\"caFile\":\"ca\"}") == [
                "mqtt.tls.caFile: a shared key takes the place of certificates; keep one of the two"
            ]
        )
        #expect(
            errors(#""tls":{"pskFile":"psk"}"#) == [
                "mqtt.tls.pskIdentity: missing; name the key as the broker does"
            ]
        )
        #expect(
            errors(#""tls":{"pskIdentity":"a"}"#) == [
                "mqtt.tls.pskFile: missing; an identity needs the file of its key"
            ]
        )
    }

    @Test func `is read again for every connection`() throws {
        folder.write("word", "old\n".utf8)
        var settings = MQTTSettings(host: "localhost")
        settings.passwordFile = SecretFile(path: folder.path + "word")
        #expect(try settings.withSecretsReadAgain().password == Secret("old".utf8))
        folder.write("word", "new\n".utf8)
        #expect(try settings.withSecretsReadAgain().password == Secret("new".utf8))
        chmod(folder.path + "word", 0o644)
        let failure = #expect(throws: MQTTFailure.self) { try settings.withSecretsReadAgain() }
        #expect(
            failure.map { folder.relative("\($0)") }
                == "connecting: mqtt.passwordFile: word: others may read or change it (mode 644); chmod 600 it"
        )
    }
}
