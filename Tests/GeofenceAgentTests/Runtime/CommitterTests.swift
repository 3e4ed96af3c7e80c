import GeofenceCore
import Testing

@testable import AgentTestSupport
@testable import geofence_agent

/// When what has gathered is written: at once, where somebody waits for it or something is to leave.
@Suite struct CommitterTests {
    private let folder: StoreFolder
    private let store: Store
    private let driver: AgentDriver

    /// An agent whose van is outside the depot, all of it written at uptime 0.
    init() throws {
        folder = try StoreFolder()
        store = try folder.open()
        driver = AgentDriver(
            try AgentDriver.setup(fences: [AgentDriver.depot()], deviceEvery: 600_000)
        )
        driver.fix(inside: false, at: 0)
        driver.agent.pending.isDue = true
    }

    private func committer(mostInTurn most: Int = 2000) throws -> Committer {
        var committer = Committer(store, try RetentionJob([:], nil), mostInTurn: most)
        try committer.commit(&driver.agent, 0, [])
        return committer
    }

    private var isWritten: Bool { driver.agent.port.journal.bytes.isEmpty }

    @Test func `positions that change nothing and that nobody waits for gather for 20 ms`() throws {
        var committer = try committer()
        #expect(committer.lingersUntil == nil)
        driver.fix(inside: false, at: 1000)
        try committer.commit(&driver.agent, 100, [])
        #expect(committer.lingersUntil == 120)
        driver.fix(inside: false, at: 2000)
        try committer.commit(&driver.agent, 119, [])
        #expect(!isWritten)
        #expect(try store.load().journals.isEmpty)
        try committer.commit(&driver.agent, 120, [])
        #expect(isWritten)
        #expect(try store.load().journals.count == 1)
        #expect(committer.lingersUntil == nil)
    }

    /// An agent with a history, all of it written at uptime 0, to which so many positions have come since.
    private func historian(_ count: Int) throws -> (AgentDriver, Committer) {
        let historian = try AgentDriver.withHistory()
        historian.fix(inside: false, at: 0)
        historian.agent.pending.isDue = true
        var committer = Committer(store, try RetentionJob([:], nil))
        try committer.commit(&historian.agent, 0, [])
        let fix = Fix(coordinate: try Coordinate(latitude: 52, longitude: 13))
        historian.agent.outputs.change(HistoryRecorder.self) { recorder in
            for time in 1...Int64(count) {
                recorder.note(.init(device: 0, time: AgentDriver.at(time), fix: fix))
            }
        }
        return (historian, committer)
    }

    @Test func `many positions are written in parts, until a checkpoint has them all`() throws {
        var (historian, committer) = try historian(HistoryRecorder.enough)
        #expect(!committer.hasWork(100))
        try committer.commit(&historian.agent, 100, [])
        #expect(committer.hasWork(100))
        #expect(historian.agent.history.count == HistoryRecorder.enough - HistoryRecorder.part)
        historian.agent.pending.isDue = true
        try committer.commit(&historian.agent, 101, [])
        #expect(historian.agent.history.count == 0)
        #expect(!committer.hasWork(101))
    }

    @Test func `many positions go ahead of a checkpoint that is wanted`() throws {
        var (historian, committer) = try historian(2 * HistoryRecorder.part + 1)
        historian.agent.pending.isWanted = true
        var left: [Int] = []
        while historian.agent.pending.isWanted, left.count < 10 {
            try committer.commit(&historian.agent, 100, [])
            left.append(historian.agent.history.count)
        }
        #expect(left == [HistoryRecorder.part + 1, 1, 0])
        #expect(!committer.hasWork(100))
    }

    @Test func `many positions go ahead of what comes with a checkpoint`() throws {
        var (historian, committer) = try historian(2 * HistoryRecorder.part)
        historian.agent.pending.hasFences = true
        for number in 0..<2001 { historian.fix("van\(number)", inside: false, at: 60_000) }
        let isMuch = committer.isMuch(historian.agent)
        #expect(isMuch)
        let isWritten = try committer.hasWrittenAhead(&historian.agent)
        #expect(!isWritten && !committer.isUnderWay)
        #expect(historian.agent.history.count == HistoryRecorder.part + 2001)
    }

    @Test func `what a long journal has brought is written before the loop begins`() throws {
        for (most, isWritten) in [(1, false), (0, true)] {
            var committer = try committer(mostInTurn: most)
            driver.fix(inside: true, at: 1000)
            try committer.commit(&driver.agent, 100, [])
            committer.workOff(&driver.agent, [])
            #expect(try store.load().journals.isEmpty == isWritten)
        }
    }

    @Test func `who waits for an acknowledgement waits for the next commit alone`() throws {
        var committer = try committer()
        driver.fix(inside: false, at: 1000)
        committer.isAwaited = true
        try committer.commit(&driver.agent, 100, [])
        #expect(isWritten)
        #expect(!committer.isAwaited)
    }

    @Test func `what is to leave is written at once, with all before it`() throws {
        var committer = try committer()
        driver.fix(inside: false, at: 1000)
        try committer.commit(&driver.agent, 100, [])
        driver.fix(inside: true, at: 2000)
        try committer.commit(&driver.agent, 101, [])
        #expect(isWritten)
        #expect(try store.load().journals.count == 1)
        #expect(try store.load().outbox.contains { $0.topic == "geofence/event/van/depot" })
    }

    @Test func `many positions are written before their time`() throws {
        var committer = try committer()
        var time: Int64 = 0
        while driver.agent.port.journal.bytes.count < 1 << 16 {
            time += 1000
            driver.fix(inside: false, at: time)
        }
        try committer.commit(&driver.agent, 100, [])
        #expect(isWritten)
    }

    @Test func `what somebody waited for in vain makes nothing urgent`() throws {
        var committer = try committer()
        committer.isAwaited = true
        try committer.commit(&driver.agent, 100, [])
        driver.fix(inside: false, at: 1000)
        try committer.commit(&driver.agent, 101, [])
        #expect(!isWritten)
    }
}
