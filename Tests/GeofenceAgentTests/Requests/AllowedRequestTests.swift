import Foundation
import GeofenceCore
import Testing

@testable import AgentTestSupport
@testable import geofence_agent

/// Which commands are fulfilled is said by `requests.allow`.
@Suite struct AllowedRequestTests {
    private func driver(_ allow: [String]) throws -> AgentDriver {
        var setup = try AgentDriver.setup(fences: [AgentDriver.depot()])
        setup.requests.allow = allow
        return AgentDriver(setup)
    }

    private func settings(_ requests: String) throws -> Configuration {
        let folder = try ConfigurationFolder()
        return try folder.load(
            "{\"mqtt\":{\"host\":\"h\"},\"sources\":[{\"topic\":\"a/{device}\"}],\"requests\":\(requests)}"
        )
    }

    @Test func `what is not allowed changes nothing, says which setting it is, and is counted`() throws {
        let driver = try driver(["query/*", "device/list"])
        driver.fix(inside: true, at: 0)
        driver.didCommit()
        #expect(
            driver.ask("device/forget", #"{"device":"van","transaction":7}"#)
                == #"{"status":"error","error":"\"device/forget\" is not allowed; \"requests.allow\" in the configuration of the agent says which commands are","transaction":7}"#
        )
        #expect(driver.told == [])
        #expect(driver.agent.tracker.engine.deviceCount == 1)
        #expect(driver.agent.port.counters.requests == 1)
        #expect(driver.agent.port.counters.refusedRequests == 1)
        #expect(driver.refusal("query/contains", #"{"latitude":52,"longitude":13}"#) == nil)
        #expect(driver.refusal("device/list", "{}") == nil)
        #expect(driver.refusal("explain", "no JSON")?.contains("requests.allow") == true)
    }

    @Test func `none is fulfilled where they are turned off`() throws {
        let driver = try driver([])
        for kind in RequestKind.all {
            #expect(
                driver.refusal(kind.name, "{}")
                    == "no request is allowed; \"requests\" in the configuration of the agent turns them off"
            )
        }
    }

    @Test(arguments: [
        ("true", ["*"]), ("false", []), ("{}", ["*"]), (#"{"allow":[]}"#, []),
        (#"{"allow":["fence/*","explain"]}"#, ["fence/*", "explain"]),
    ])
    func `reads what is allowed`(_ requests: String, _ allow: [String]) throws {
        let configuration = try settings(requests)
        #expect(configuration.requests.allow == allow)
        #expect(configuration.requests.replyPrefixes == ["answers/"])
        #expect(configuration.requests.warnings == [])
    }

    @Test(arguments: [
        (
            #"{"allow":["fence*"]}"#,
            "requests.allow[0]: must be a command such as \"explain\", a family such as \"fence/*\", or \"*\""
        ),
        (
            #"{"allow":["*/set"]}"#,
            "requests.allow[0]: must be a command such as \"explain\", a family such as \"fence/*\", or \"*\""
        ),
        (#"{"allow":"*"}"#, "requests.allow: must be a list in [ ], not a string"),
        (
            "1",
            "requests: must be true, false, or an object such as { \"allow\": [\"query/*\"] }, not a number"
        ),
    ])
    func `refuses what can't be meant`(_ requests: String, _ line: String) throws {
        let folder = try ConfigurationFolder()
        let errors = folder.errors(
            "{\"mqtt\":{\"host\":\"h\"},\"sources\":[{\"topic\":\"a/{device}\"}],\"requests\":\(requests)}"
        )
        #expect(errors.map { $0.replacing(#/^[^ ]*: /#, with: "") } == [line])
    }

    @Test func `warns of commands that there are not`() throws {
        let configuration = try settings(#"{"allow":["fences/*","device/forgt","query/*"]}"#)
        #expect(
            configuration.requests.warnings == [
                "requests.allow: there is no command \"fences/*\"; did you mean \"fence/*\"?",
                "requests.allow: there is no command \"device/forgt\"; did you mean \"device/forget\"?",
            ]
        )
    }

    @Test func `the access list has a line for each command`() throws {
        let file = DocumentPage.root.appending(path: "config/mosquitto.acl")
        let list = try String(contentsOf: file, encoding: .utf8)
        let lines = list.split(separator: "\n").filter { $0.hasPrefix("topic write geofence/request/") }
        let patterns = try lines.map { try TopicPattern(String($0.dropFirst("topic write ".count))) }
        for kind in RequestKind.all {
            #expect(patterns.contains { $0.matches("geofence/request/\(kind.name)") }, "\(kind.name)")
        }
    }
}
