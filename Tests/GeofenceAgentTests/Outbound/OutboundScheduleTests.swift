import Testing

@testable import geofence_agent

@Suite struct OutboundScheduleTests {
    private var schedule = OutboundSchedule()

    private static func question(_ number: UInt64, _ lane: OutboundLane) -> OutboundQuestion {
        OutboundQuestion(number: number, request: OutboundRequest(url: "http://h/", lane: lane))
    }

    /// The numbers of all whose turn it is.
    private mutating func begun(at uptime: Int64) -> [UInt64] {
        var numbers: [UInt64] = []
        while let question = schedule.next(at: uptime) { numbers.append(question.number) }
        return numbers
    }

    @Test mutating func `lanes don't wait for each other, and each goes in order`() {
        let (one, two) = (OutboundLane(name: "one"), OutboundLane(name: "two", atOnce: 2))
        for number in UInt64(1)...3 {
            #expect(schedule.add(Self.question(number, one), at: 0) == true)
            #expect(schedule.add(Self.question(10 + number, two), at: 0) == true)
        }
        #expect(begun(at: 0) == [1, 11, 12])
        schedule.didEnd("one")
        #expect(begun(at: 0) == [2])
        schedule.didEnd("two")
        #expect(begun(at: 0) == [13])
        #expect(schedule.waitingCount == 1)
    }

    @Test mutating func `so many begin in a second`() {
        let lane = OutboundLane(name: "slow", atOnce: 9, perSecond: 2)
        for number in UInt64(1)...3 { _ = schedule.add(Self.question(number, lane), at: 100) }
        #expect(begun(at: 100) == [1])
        #expect(schedule.nextStep == 600)
        #expect(begun(at: 599) == [])
        #expect(begun(at: 600) == [2])
        #expect(begun(at: 1500) == [3])
        #expect(schedule.nextStep == nil)
    }

    @Test mutating func `who has waited too long is let go, and the newest pace counts`() {
        let lane = OutboundLane(name: "slow", patience: 1000)
        for number in UInt64(1)...2 { _ = schedule.add(Self.question(number, lane), at: 0) }
        _ = schedule.add(Self.question(3, OutboundLane(name: "slow", atOnce: 2, patience: 5000)), at: 500)
        #expect(begun(at: 0) == [1, 2])
        #expect(schedule.drainOverdue(at: 5499).isEmpty)
        #expect(schedule.nextStep == 5500)
        #expect(schedule.drainOverdue(at: 5500).map(\.number) == [3])
        #expect(schedule.waitingCount == 0)
    }

    @Test mutating func `has room for so many`() {
        let lane = OutboundLane(name: "one")
        for number in 0..<UInt64(OutboundSchedule.mostWaiting) {
            #expect(schedule.add(Self.question(number, lane), at: 0) == true)
        }
        #expect(schedule.add(Self.question(0, lane), at: 0) == false)
    }
}
