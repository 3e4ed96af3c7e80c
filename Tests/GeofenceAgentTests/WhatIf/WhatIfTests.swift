import GeofenceCore
import Testing

@testable import AgentTestSupport
@testable import geofence_agent

/// What a fence would have made of the past that the store holds.
@Suite struct WhatIfTests {
    private let folder: StoreFolder
    private let driver: AgentDriver

    /// Two devices go into the depot and out again, five times; one of them is on its network besides.
    init() throws {
        folder = try StoreFolder()
        var settings = try AgentDriver.setup(fences: [try AgentDriver.depot()])
        (settings.history, settings.historyPath) = (HistorySettings(), folder.path)
        driver = AgentDriver(settings)
        driver.agent.useConfiguredFences(at: AgentDriver.at(0))
        let store = try folder.openWithHistory()
        for step in 0..<20 as Range<Int64> {
            let time = step * 3_600_000
            driver.fix("van", inside: step % 4 > 1, at: time)
            driver.take("fleet/bike/location", #"{"lat":52.003,"lon":13,"tst":\#(stamp(time))}"#, at: time)
            driver.take("home/bike/wifi", step.isMultiple(of: 2) ? "DepotNet" : "", at: time + 1_800_000)
            try driver.commit(to: store, history: true)
        }
    }

    private func stamp(_ time: Int64) -> Int64 { AgentDriver.at(time).milliseconds / 1000 }

    private static let range = #""from":"2025-10-09T00:00:00Z","to":"2025-10-10T04:00:00Z""#

    /// Asks, does the work, and gives the answer.
    private func ask(_ fence: String, more: String = "") -> JSONNode? {
        let text = #"{"fence":\#(fence),\#(Self.range)\#(more)}"#
        let count = driver.answers.count
        _ = driver.ask("what-if", text, at: 72_000_000)
        #expect(driver.answers.count == count, "it is answered later")
        for job in driver.agent.port.pastDesk.drain() {
            driver.agent.finish(
                PastReply(ticket: job.ticket, result: job.question.answer()),
                at: AgentDriver.at(0)
            )
        }
        return (try? JSONDocument.parse(driver.answers.last ?? "").root)?.member("data")
    }

    private func counts(_ answer: JSONNode?) -> [Double?] {
        ["count", "wereCount", "added", "removed"].map { answer?.number(of: $0) }
    }

    private static func depot(_ radius: Int, _ wifi: String = "DepotNet") -> String {
        #"{"id":"depot","latitude":52,"longitude":13,"radius":\#(radius),"wifi":["\#(wifi)"]}"#
    }

    @Test func `the same fence makes the same events`() throws {
        let answer = ask(Self.depot(150))
        #expect(counts(answer) == [28, 28, 0, 0])
        #expect(answer?.member("truncated")?.value == .bool(false))
    }

    @Test func `events of its groups are not its own`() throws {
        let fence = Self.depot(150).dropLast() + #","groups":["sites"]}"#
        #expect(counts(ask(String(fence))) == [28, 28, 0, 0])
    }

    @Test func `looks at no time to come, where a fence would open and close for ever`() throws {
        let hours = #"[{"days":["daily"],"from":"08:00","to":"09:00","timezone":"UTC"}]"#
        let fence = Self.depot(150).dropLast() + #","schedule":\#(hours)}"#
        let text = #"{"fence":\#(fence),"from":"2025-10-09T00:00:00Z","to":"9999-12-31T00:00:00Z"}"#
        _ = driver.ask("what-if", text, at: 72_000_000)
        guard case .whatIf(let question) = driver.agent.port.pastDesk.drain().first?.question else {
            Issue.record("nothing is asked")
            return
        }
        #expect(question.range.to == AgentDriver.at(72_000_000))
    }

    @Test func `without its network the events by WiFi are gone`() throws {
        let answer = ask(Self.depot(150, "Other"))
        #expect(counts(answer) == [9, 28, 0, 19])
        #expect(answer?.member("insideNow")?.elements.compactMap(\.text) == ["van"])
    }

    @Test func `a larger one holds who stays near`() throws {
        let answer = ask(Self.depot(500))
        #expect(answer?.member("insideNow")?.elements.compactMap(\.text) == ["bike", "van"])
        #expect(counts(ask(Self.depot(500), more: #","device":"van""#)) == [9, 9, 0, 0])
    }

    @Test func `a fence that there has not been has new events alone`() throws {
        let answer = ask(#"{"id":"yard","latitude":52,"longitude":13,"radius":150}"#)
        #expect(answer?.number(of: "wereCount") == 0)
        #expect(answer?.number(of: "added") == answer?.number(of: "count"))
    }

    @Test func `more than there is room for is said to be left out`() throws {
        var batch = Batch()
        let rows = (0..<Int64(WhatIfRun.mostRows)).map { HistoryPosition.row($0) }
        batch.history.positions = [(try Identifier("a"), rows)]
        try folder.openWithHistory().commit(batch, time: 1)
        let answer = ask(Self.depot(150))
        #expect(answer?.member("truncated")?.value == .bool(true))
    }

    @Test(arguments: [
        (#"{}"#, "\"fence\" is missing; send one as fence/set takes it"),
        (#"{"fence":{"id":"a"}}"#, "fence"),
        (
            #"{"fence":{"id":"a","follows":"van","radius":50}}"#,
            "\"a\" goes with a device; where that was is not looked up"
        ),
        (
            #"{"fence":{"id":"a","wifi":["x"]},"from":"2026-01-02T00:00:00Z","to":"2026-01-01T00:00:00Z"}"#,
            "\"from\" is not before \"to\""
        ),
    ])
    func `says what is wrong`(_ request: String, _ problem: String) {
        #expect(driver.refusal("what-if", request)?.contains(problem) == true, "\(request)")
    }

    @Test func `is refused where nothing is kept, and while others wait`() throws {
        let other = try AgentDriver()
        #expect(other.ask("what-if", "{}").contains("no positions are kept"))
        for _ in 0..<PastDesk.mostPending { _ = driver.ask("what-if", #"{"fence":\#(Self.depot(1))}"#) }
        #expect(driver.ask("what-if", #"{"fence":\#(Self.depot(1))}"#).contains("looked through for others"))
    }
}
