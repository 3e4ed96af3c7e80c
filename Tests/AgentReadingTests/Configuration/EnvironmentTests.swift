import GeofenceCore
import MQTT
import Testing

@testable import AgentTestSupport
@testable import geofence_agent

/// `${NAME}` in the texts of the configuration.
@Suite struct EnvironmentTests {
    private let folder: ConfigurationFolder

    init() throws { folder = try ConfigurationFolder() }

    private static func text(_ mqtt: String, _ more: String = "") -> String {
        #"{"mqtt":{\#(mqtt)},"sources":[{"topic":"fleet/{device}/location"}]\#(more)}"#
    }

    @Test func `stands for the environment in any text`() throws {
        let configuration = try folder.load(
            #"""
            {"mqtt":{"host":"${BROKER}","protocol":"${PROTOCOL}","username":"${USER_NAME:-anna}"},
             "sources":[{"topic":"${ROOT}/{device}/location"}],
             "fences":[{"id":"${SITE}-gate","name":"$${SITE}","latitude":52,"longitude":13,"radius":100}]}
            """#,
            environment: ["BROKER": "b.example", "PROTOCOL": "3.1.1", "ROOT": "trucks", "SITE": "north"]
        )
        #expect(configuration.mqtt.host == "b.example")
        #expect(configuration.mqtt.protocol == .version311)
        #expect(configuration.mqtt.username == "anna")
        #expect(configuration.fences.map(\.id.description) == ["north-gate"])
        #expect(configuration.fences.first?.name == "${SITE}")
    }

    @Test func `reports all that is missing, where it stands`() {
        let text = Self.text(
            #""host":"${BROKER}","username":"${USER_NAME}""#,
            #","topics":{"base":"${BASE}"}"#
        )
        func hint(_ name: String) -> String {
            "the environment variable \(name) is not set; set it for the agent, or write ${\(name):-default}"
        }
        #expect(
            folder.errors(text) == [
                "agent.json:1:17: mqtt.host: \(hint("BROKER"))",
                "agent.json:1:40: mqtt.username: \(hint("USER_NAME"))",
                "agent.json:1:121: topics.base: \(hint("BASE"))",
            ]
        )
    }

    @Test func `checks a value like any other text`() {
        #expect(
            folder.errors(Self.text(#""host":"${BROKER}""#), environment: ["BROKER": "mqtt://a"]) == [
                "agent.json:1:17: mqtt.host: \"mqtt://a\" is no name; leave out mqtt:// and all after the name, the port goes to \"port\""
            ]
        )
    }

    @Test func `stands for no number, no key and no flag`() {
        #expect(
            folder.errors(Self.text(#""host":"a","port":"${PORT}""#), environment: ["PORT": "1883"]) == [
                "agent.json:1:28: mqtt.port: must be a number without quotation marks, not a string"
            ]
        )
        #expect(
            folder.errors(Self.text(#""${KEY}":"a""#), environment: ["KEY": "host"])
                .contains { $0.contains("mqtt.${KEY}: unknown key") }
        )
    }

    @Test func `shows no value of a variable where a file with a secret is named`() {
        let errors = folder.errors(
            Self.text(#""host":"localhost","username":"a","passwordFile":"${SECRET}""#),
            environment: ["SECRET": "hunter2"]
        )
        #expect(errors.count == 1)
        #expect(!errors.joined().contains("hunter2"))
        #expect(errors.first?.contains("mqtt.passwordFile: ${SECRET}: ") == true)
    }

    @Test func `shows no value of a variable in the place of one that names the password`() {
        let text = Self.text(#""host":"a","username":"a","passwordEnvironment":"${SECRET}""#)
        for value in ["hunter2", "EMPTY"] {
            let errors = folder.errors(text, environment: ["SECRET": value, "EMPTY": ""])
            #expect(errors.count == 1)
            #expect(!errors.joined().contains(value))
            #expect(errors.first?.contains("the environment variable ${SECRET} ") == true, "\(errors)")
        }
    }

    @Test func `is another configuration where a variable is another`() throws {
        let text = Self.text(#""host":"${BROKER}""#)
        let hashes = try ["a", "b", "a"].map { try folder.load(text, environment: ["BROKER": $0]).hash }
        #expect(hashes[0] == hashes[2])
        #expect(hashes[0] != hashes[1])
        let plain = Self.text(#""host":"a""#)
        #expect(try folder.load(plain).hash == folder.load(plain, environment: ["BROKER": "b"]).hash)
    }

    @Test func `has a bound on what variables add`() {
        let long = String(repeating: "a", count: 60_000)
        let topics = (0..<20).map { #"{"topic":"\#($0)/{device}/${LONG}"}"# }.joined(separator: ",")
        let errors = folder.errors(
            #"{"mqtt":{"host":"a"},"sources":[\#(topics)]}"#,
            environment: ["LONG": long]
        )
        #expect(
            errors.contains {
                $0.hasSuffix(
                    "sources[17].topic: with this the texts with environment variables have more than 1048576 bytes; set shorter ones"
                )
            },
            "\(errors.map { $0.suffix(120) })"
        )
    }
}
