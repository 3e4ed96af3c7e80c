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

    @Test func `what those who ask want to have beside an answer counts`() throws {
        let driver = try AgentDriver(fences: [AgentDriver.depot()])
        let correlation = [UInt8](repeating: 7, count: 1 << 16)
        var count = 0
        while driver.refusal("device/list", "{}") == nil, count < Outbox.mostAnswers {
            count += 1
            let reply = ReplyAddress(topic: "answers", correlation: correlation)
            driver.agent.send([7], to: reply, at: AgentDriver.at(0))
        }
        #expect(count == Outbox.mostAnswerBytes >> 16)
    }

    @Test func `refusals alone never make the agent stop reading`() throws {
        let driver = try Self.crowded(8, of: 1 << 20)
        let own = String(repeating: "a", count: 1 << 19)
        for _ in 0..<200 { driver.ask("device/list", #"{"transaction":"\#(own)"}"#) }
        #expect(!driver.agent.port.outbox.isFull)
        driver.fix(inside: true, at: 20_000)
        #expect(driver.agent.port.outbox.answerBytes < Outbox.mostShortAnswerBytes + (1 << 20))
    }

    @Test func `not even short answers go on for ever`() throws {
        let driver = try Self.crowded(Outbox.mostShortAnswers)
        #expect(driver.ask("device/list") == "")
        #expect(driver.agent.port.outbox.count == Outbox.mostShortAnswers)
    }
}
