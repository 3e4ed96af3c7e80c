import GeofenceCore
import Synchronization
import Testing

@testable import AgentTestSupport
@testable import geofence_agent

/// Answers that are read on the thread that asks.
@Suite struct OutboundReadingTests {
    private static let request = OutboundRequest(url: "http://h/", lane: OutboundLane(name: "weather"))

    @Test func `the loop gets what was read, and none of the bytes`() throws {
        let driver = try AgentDriver()
        let read = Mutex(0)
        let got = Mutex<[Int]>([])
        let isAsked = driver.agent.port.outbound.ask(Self.request) { answer in
            read.withLock { $0 += 1 }
            guard case .reply(_, let body) = answer else { return -1 }
            return body.count
        } _: { _, count, _ in
            got.withLock { $0.append(count) }
        }
        #expect(isAsked)
        let question = try #require(driver.questions().first)
        let reply = OutboundReply(question, .reply(status: 200, body: [1, 2, 3]))
        #expect(read.withLock { $0 } == 1)
        #expect(reply.answer == .reply(status: 200, body: []))
        driver.agent.finish(reply, at: AgentDriver.at(0))
        #expect(got.withLock { $0 } == [3])
        #expect(read.withLock { $0 } == 1)
    }

    @Test func `questions are counted by service, and by what became of them`() throws {
        let driver = try AgentDriver()
        for name in ["b", "a", "b", "b"] {
            let request = OutboundRequest(url: "http://h/", lane: OutboundLane(name: name))
            driver.agent.port.outbound.ask(request) { _, _, _ in }
        }
        let questions = driver.questions()
        driver.reply(questions[0], "x", status: 500)
        driver.reply(questions[0], "x", status: 500)
        driver.reply(questions[2], .failure(OutboundFailure("down")))
        #expect(
            driver.agent.port.outbound.services == [
                OutboundCounts(service: "a", asked: 1),
                OutboundCounts(service: "b", asked: 3, answered: 1, failed: 1),
            ]
        )
        #expect(driver.agent.port.outbound.services.map(\.waiting) == [1, 1])
    }
}
