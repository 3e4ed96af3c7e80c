import GeofenceCore
import Testing

@testable import AgentTestSupport
@testable import geofence_agent

/// Two people change a fence: the second learns that it is another than they have seen.
@Suite struct FenceRevisionTests {
    private static func yard(_ radius: Int, _ revision: String? = nil) -> String {
        let rest = revision.map { #","revision":\#($0)"# } ?? ""
        return #"{"id":"yard","latitude":53,"longitude":13,"radius":\#(radius)\#(rest)}"#
    }

    private static func revision(_ driver: AgentDriver, _ id: String = "yard") throws -> String {
        let answer = driver.ask("fence/get", #"{"id":"\#(id)"}"#)
        let text = try JSONDocument.parse(answer).root.member("data")?.member("revision")?.text
        return try #require(text)
    }

    @Test func `a fence is replaced where it is the one that was seen`() throws {
        let driver = try AgentDriver(fences: [])
        _ = driver.ask("fence/set", Self.yard(100))
        let seen = try Self.revision(driver)
        #expect(driver.refusal("fence/set", Self.yard(200, "\"\(seen)\"")) == nil)
        #expect(try Self.revision(driver) != seen)
    }

    @Test func `else it stays, and the answer has it as it is`() throws {
        let driver = try AgentDriver(fences: [])
        _ = driver.ask("fence/set", Self.yard(100))
        let seen = try Self.revision(driver)
        _ = driver.ask("fence/set", Self.yard(150))
        let answer = driver.ask("fence/set", Self.yard(200, "\"\(seen)\""))
        let root = try JSONDocument.parse(answer).root
        #expect(
            root.member("error")?.text
                == "\"yard\" has changed meanwhile; look at what it is now, and set it with that revision"
        )
        let conflict = root.member("data")?.member("conflict")
        #expect(conflict?.member("radius")?.number == 150)
        #expect(conflict?.member("revision")?.text == (try Self.revision(driver)))
    }

    @Test func `null is for a fence that there is not yet`() throws {
        let driver = try AgentDriver(fences: [])
        #expect(driver.refusal("fence/set", Self.yard(100, "null")) == nil)
        #expect(
            driver.refusal("fence/set", Self.yard(200, "null"))?.hasPrefix("\"yard\" has changed") == true
        )
        _ = driver.ask("fence/remove", #"{"id":"yard"}"#)
        #expect(
            driver.refusal("fence/set", Self.yard(200, "\"0123456789abcdef\""))?.hasPrefix(
                "there is no fence \"yard\" any more; set it without \"revision\" to make it anew"
            ) == true
        )
    }

    @Test func `one of several that is another keeps all of them out`() throws {
        let driver = try AgentDriver(fences: [])
        let other = #"{"id":"other","wifi":["x"]}"#
        #expect(
            driver.refusal("fence/set", #"{"fences":[\#(other),\#(Self.yard(9, "\"a\""))]}"#)?
                .hasPrefix("there is no fence") == true
        )
        #expect(driver.refusal("fence/get", #"{"id":"other"}"#) != nil)
    }

    @Test func `it is a text or null`() throws {
        let driver = try AgentDriver(fences: [])
        #expect(driver.refusal("fence/set", Self.yard(9, "7"))?.contains("revision: must be a text") == true)
    }

    @Test func `it is the same after a restart, and whatever the general rules are`() throws {
        let driver = try AgentDriver(fences: [AgentDriver.depot()])
        let before = try Self.revision(driver, "depot")
        driver.agent.port.settings.rules.exitAfter = 77
        #expect(try Self.revision(driver, "depot") == before)
    }
}
