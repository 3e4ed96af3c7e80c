import Testing

@testable import AgentTestSupport
@testable import geofence_agent

/// Very many answers that the broker has not taken yet.
@Suite struct CrowdedAnswerTests {
    private static func crowded(_ count: Int, of bytes: Int = 1) throws -> AgentDriver {
        let driver = try AgentDriver(fences: [AgentDriver.depot()])
        for _ in 0..<count {
            driver.agent.port.outbox.add(
                topic: "answers/slow",
                payload: Array(repeating: 7, count: bytes),
                isRetained: false,
                time: 0,
                correlation: []
            )
        }
        return driver
    }

    @Test(arguments: [(Outbox.mostAnswers, 1), (8, 1 << 20)])
    func `nothing is looked up behind them, and what changes something is done`(_ count: Int, _ bytes: Int)
        throws
    {
        let driver = try Self.crowded(count, of: bytes)
        #expect(
            driver.refusal("device/list", "{}")
                == "\(count) answers wait for the broker; ask again when they have gone"
        )
        #expect(driver.agent.port.counters.limited == 1)
        #expect(driver.ask("fence/remove", #"{"fence":"depot"}"#) != "")
        let fence = #"{"id":"yard","latitude":53,"longitude":13,"radius":100}"#
        #expect(driver.ask("fence/set", fence).hasPrefix(#"{"status":"ok""#))
    }

    @Test func `one answer less is not too many`() throws {
        let driver = try Self.crowded(Outbox.mostAnswers - 1)
        #expect(driver.ask("device/list").hasPrefix(#"{"status":"ok""#))
    }

    @Test func `not even short answers go on for ever`() throws {
        let driver = try Self.crowded(Outbox.mostShortAnswers)
        #expect(driver.ask("device/list") == "")
        #expect(driver.agent.port.outbox.count == Outbox.mostShortAnswers)
    }
}
