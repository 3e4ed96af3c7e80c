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
