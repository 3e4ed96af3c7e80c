import GeofenceCore
import Testing

@testable import AgentTestSupport
@testable import geofence_agent

@Suite struct MissedRequestsTests {
    private static func kept(_ count: Int, payload: Int = 0, correlation: Int = 0) -> Int {
        var missed = MissedRequests()
        let question = MissedRequests.Content.question(
            command: "fence/list",
            payload: [UInt8](repeating: 0, count: payload)
        )
        let reply = ReplyAddress(topic: "t", correlation: [UInt8](repeating: 0, count: correlation))
        for _ in 0..<count { missed.add(question, to: reply, mark, at: AgentDriver.at(0)) }
        return missed.drain().count
    }

    private static let mark = AnswerMark(ReplyAddress(topic: "t"), request: [])

    @Test func `keeps so many, and so many bytes, with what answers are to carry`() {
        #expect(Self.kept(2000) == MissedRequests.most)
        #expect(Self.kept(100, payload: 65_535) == 16)
        #expect(Self.kept(100, correlation: 65_535) == 16)
    }

    @Test func `what is answered, or forgotten, makes room`() {
        var missed = MissedRequests()
        let question = MissedRequests.Content.question(
            command: "fence/list",
            payload: [UInt8](repeating: 0, count: 65_536)
        )
        for turn in 0..<40 {
            let now = AgentDriver.at(Int64(turn) * 100_000)
            for _ in 0..<16 { missed.add(question, to: ReplyAddress(topic: ""), Self.mark, at: now) }
            if turn.isMultiple(of: 2) {
                for _ in 0..<16 { missed.wasAnswered(Self.mark, at: now) }
            } else {
                missed.heardOther(at: now.advanced(byMilliseconds: 60_000))
            }
        }
        missed.add(question, to: ReplyAddress(topic: ""), Self.mark, at: AgentDriver.at(0))
        #expect(missed.drain().count == 1)
    }
}
