import Testing

@testable import geofence_agent

/// What texts with environment variables come to.
@Suite struct EnvironmentExpansionTests {
    private static let environment = [
        "HOST": "broker", "EMPTY": "", "_a1": "x", "NESTED": "${HOST}", "WIDE": "Süd",
    ]

    @Test(arguments: [
        ("${HOST}", "broker"), ("a.${HOST}.b", "a.broker.b"), ("${HOST}${HOST}", "brokerbroker"),
        ("${_a1}", "x"), ("${WIDE} 1", "Süd 1"), ("${EMPTY}", ""), ("${EMPTY:-a}", "a"),
        ("${NONE:-}", ""), ("${NONE:-a:-b}", "a:-b"), ("${NONE:-a b/c}", "a b/c"), ("${HOST:-a}", "broker"),
        ("${NESTED}", "${HOST}"), ("$${HOST}", "${HOST}"), ("$$${HOST}", "$${HOST}"), ("$HOST", "$HOST"),
        ("$.device.id", "$.device.id"), ("{HOST}", "{HOST}"), ("a$", "a$"), ("", ""),
    ])
    func `puts the value in the place of the name`(_ text: String, _ expected: String) {
        let expansion = EnvironmentExpansion(text, Self.environment)
        #expect(expansion.text == expected)
        #expect(expansion.problems == [])
    }

    @Test(arguments: [
        ("${}", "\"${}\" names no environment variable"),
        ("${1a}", "\"${1a}\" names no environment variable"),
        ("${a-b}", "\"${a-b}\" names no environment variable"),
        ("${HOST:a}", "\"${HOST:a}\" names no environment variable"),
        ("${HOST", "\"${\" has no } behind it"), ("a ${", "\"${\" has no } behind it"),
        ("${Ü}", "\"${Ü}\" names no environment variable"),
    ])
    func `says how a reference is written`(_ text: String, _ problem: String) {
        let expansion = EnvironmentExpansion(text, Self.environment)
        #expect(expansion.problems == [problem + "; write ${NAME} or ${NAME:-default}, or $${ for ${ itself"])
        #expect(expansion.text == text)
    }

    @Test func `finds every variable that is not set`() {
        let expansion = EnvironmentExpansion("${A}-${HOST}-${B}", Self.environment)
        #expect(
            expansion.problems == [
                "the environment variable A is not set; set it for the agent, or write ${A:-default}",
                "the environment variable B is not set; set it for the agent, or write ${B:-default}",
            ]
        )
    }

    @Test(arguments: [
        ("${A}", true), ("a${", true), ("$${", true), ("$", false), ("{", false), ("{$}", false),
        ("$a{", false), ("", false),
    ])
    func `leaves alone what has nothing to expand`(_ text: String, _ isNeeded: Bool) {
        #expect(EnvironmentExpansion.isNeeded(text) == isNeeded)
    }
}
