import MQTT
import Testing

@testable import AgentTestSupport
@testable import geofence_agent

/// How the configuration names brokers.
@Suite struct BrokerAddressTests {
    private let folder: ConfigurationFolder

    init() throws { folder = try ConfigurationFolder() }

    private func mqtt(_ members: String) throws -> MQTTSettings {
        try folder.load(#"{"mqtt":{\#(members)},"sources":[{"topic":"a/{device}"}]}"#).mqtt
    }

    @Test(arguments: [
        (#""host":"a""#, "a:1883"), (#""host":"a","tls":{}"#, "a:8883"),
        (#""host":"::1""#, "[::1]:1883"), (#""host":"[::1]","port":1884"#, "[::1]:1884"),
        (#""host":"[fe80::1%eth0]""#, "[fe80::1%eth0]:1883"), (#""host":"127.0.0.1""#, "127.0.0.1:1883"),
        (#""hosts":["[::1]:1884","b"]"#, "[::1]:1884"), (#""hosts":["::1"]"#, "[::1]:1883"),
        (#""socket":"/run/m.sock""#, "/run/m.sock"),
    ])
    func `are shown as people write them`(_ members: String, _ shown: String) throws {
        let settings = try mqtt(members)
        #expect(settings.address.description == shown)
        #expect(settings.options.description == shown)
    }

    @Test func `brackets are not part of the address`() throws {
        #expect(try mqtt(#""host":"[::1]""#).host == "::1")
    }

    @Test func `a socket is beside the configuration, where its path is relative`() throws {
        let settings = try mqtt(#""socket":"m.sock""#)
        #expect(settings.addresses == [BrokerAddress(socket: folder.path + "m.sock")])
        #expect(settings.address.isSocket)
    }

    @Test func `a password to a socket goes over no network`() throws {
        folder.write("password", "x\n".utf8)
        let warnings = { (member: String) in
            try folder.load(
                #"{"mqtt":{\#(member),"username":"a","passwordEnvironment":"P"},"sources":[{"topic":"a/{device}"}]}"#,
                environment: ["P": "x"]
            ).warnings
        }
        #expect(try warnings(#""socket":"/run/m.sock""#).isEmpty)
        #expect(try warnings(#""host":"far""#).count == 1)
    }
}
