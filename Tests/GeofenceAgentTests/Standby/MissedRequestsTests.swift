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
        for _ in 0..<count { missed.add(question, to: reply, at: AgentDriver.at(0)) }
        return missed.drain(since: AgentDriver.at(0)).count
    }

    @Test func `keeps so many, and so many bytes, with what answers are to carry`() {
        #expect(Self.kept(2000) == MissedRequests.most)
        #expect(Self.kept(100, payload: 65_535) == 16)
        #expect(Self.kept(100, correlation: 65_535) == 16)
    }
}
