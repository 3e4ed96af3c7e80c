import Foundation
import GeofenceCore
import Testing

@testable import AgentTestSupport
@testable import geofence_agent

/// A checkpoint of more devices than a turn of the loop writes.
@Suite struct RunningCheckpointTests {
    private let folder: StoreFolder
    private let store: Store
    private let driver: AgentDriver
    private let devices = (0..<5).map { "d\($0)" }

    /// Five devices outside the depot, in a checkpoint, of which one is new and four are inside since then.
    init() throws {
        folder = try StoreFolder()
        store = try folder.open()
        driver = try AgentDriver()
        for device in devices.dropLast() { driver.fix(device, inside: false, at: 0) }
    }

    /// A committer that has written all so far and begins a checkpoint with what has come since, which is in
    /// the store already; no state of it is in bytes yet.
    private func drafted() throws -> Committer {
        var committer = Committer(store, try RetentionJob([:], nil), mostInTurn: 2, mostGathered: 2)
        try committer.checkpoint(&driver.agent, [])
        for device in devices { driver.fix(device, inside: true, at: 1000) }
        for _ in 0..<Agent.inputsPerCheckpoint.lowerBound { driver.agent.port.journal.didRecover() }
        try committer.commit(&driver.agent, 100, [])
        #expect(committer.isGathering)
        return committer
    }

    /// One whose states are in bytes.
    private func begun() throws -> Committer {
        var committer = try drafted()
        while committer.isGathering { try goOn(&committer) }
        #expect(committer.running != nil)
        return committer
    }

    private func goOn(_ committer: inout Committer) throws {
        try committer.goOnWithCheckpoint(&driver.agent, [])
    }

    private func end(_ committer: inout Committer) throws {
        while committer.isUnderWay { try goOn(&committer) }
    }

    /// What an agent would find that starts now, had this one been killed.
    private func found() throws -> StoredState {
        let copy = try StoreFolder()
        for companion in ["", "-wal"] {
            try FileManager.default.copyItem(
                atPath: folder.path + companion,
                toPath: copy.path + companion
            )
        }
        return try copy.with { try $0.load() }
    }

    private func write(_ device: String, at time: Int64, _ committer: inout Committer) throws {
        driver.fix(device, inside: false, at: time)
        try committer.commit(&driver.agent, time, [])
    }

    @Test(arguments: [(1, 100_000), (2501, 100_040), (15_000, 500_000)])
    func `is due after 40 inputs for each device that has changed, within bounds`(
        _ devices: Int,
        _ inputs: Int
    ) throws {
        let driver = try AgentDriver()
        for number in 0..<devices { driver.fix("d\(number)", inside: false, at: 0) }
        while driver.agent.port.journal.count < inputs - 1 { driver.agent.port.journal.didRecover() }
        let isEarly = driver.agent.wantsCheckpoint
        driver.agent.port.journal.didRecover()
        let isDue = driver.agent.wantsCheckpoint
        #expect(!isEarly && isDue)
    }

    @Test func `the states are put into bytes part by part, and nothing is written meanwhile`() throws {
        var committer = try drafted()
        let before = try found()
        for part in 1...2 {
            try goOn(&committer)
            #expect(committer.isGathering, "part \(part)")
            #expect(driver.agent.tracker.engine.changeCount == 5)
        }
        try goOn(&committer)
        #expect(!committer.isGathering && committer.running != nil)
        #expect(driver.agent.tracker.engine.changeCount == 0)
        #expect(try found() == before)
    }

    @Test func `where something has happened meanwhile all the same, all is written at once`() throws {
        var committer = try drafted()
        try goOn(&committer)
        driver.fix("d0", inside: false, at: 2000)
        try goOn(&committer)
        #expect(!committer.isUnderWay)
        let stored = try found()
        #expect(stored.journals.isEmpty && stored.devices.count == 5)
        driver.agent = try Agent.recovered(driver.agent.port.settings, stored: stored)
        for device in devices { driver.fix(device, inside: true, at: 4000) }
        #expect(driver.events == ["d0/depot enter 3"])
    }

    @Test func `what a commit has written meanwhile is in it, too`() throws {
        var committer = try drafted()
        try goOn(&committer)
        try write("d0", at: 2000, &committer)
        try goOn(&committer)
        #expect(!committer.isUnderWay)
        #expect(try found().journals.isEmpty)
    }

    @Test func `until its last part is written the states before it count, with all journals since`() throws {
        var committer = try begun()
        let before = try found()
        #expect(before.journals.count == 1)
        for part in 1...3 {
            try goOn(&committer)
            #expect(try found() == before, "part \(part)")
            #expect(committer.running != nil)
        }
        try goOn(&committer)
        #expect(committer.running == nil)
        let after = try found()
        #expect(after.journals.isEmpty)
        #expect(after.devices.count == 5)
        #expect(after.devices != before.devices)
    }

    @Test func `it holds the states at its beginning, and journals from then on stay`() throws {
        var committer = try begun()
        try goOn(&committer)
        try write("d0", at: 2000, &committer)
        try goOn(&committer)
        try write("d4", at: 3000, &committer)
        #expect(try found().journals.count == 3)
        try end(&committer)
        let stored = try found()
        #expect(stored.journals.count == 2)
        driver.agent = try Agent.recovered(driver.agent.port.settings, stored: stored)
        for device in devices { driver.fix(device, inside: true, at: 4000) }
        #expect(driver.events == ["d0/depot enter 3", "d4/depot enter 2"])
    }

    @Test func `a checkpoint that nothing may come between ends it before`() throws {
        var committer = try begun()
        try goOn(&committer)
        try write("d0", at: 2000, &committer)
        driver.agent.pending.forgotten = [Array("d1".utf8)]
        try committer.checkpoint(&driver.agent, [])
        #expect(committer.running == nil)
        let stored = try found()
        #expect(stored.journals.isEmpty)
        #expect(stored.devices.count == 4)
    }

    @Test func `no other begins before it has ended`() throws {
        var committer = try begun()
        for _ in 0..<Agent.inputsPerCheckpoint.lowerBound { driver.agent.port.journal.didRecover() }
        try write("d0", at: 2000, &committer)
        for _ in 0..<4 { try goOn(&committer) }
        #expect(committer.running == nil)
        #expect(try found().journals.count == 1)
    }

    /// Whether what comes with a checkpoint may come now.
    private func isAhead(_ committer: inout Committer) throws -> Bool {
        try committer.hasWrittenAhead(&driver.agent)
    }

    /// One that has written all so far, of whose devices `count` have changed since.
    private func changed(_ count: Int, mostInTurn most: Int) throws -> Committer {
        var committer = Committer(store, try RetentionJob([:], nil), mostInTurn: most)
        try committer.checkpoint(&driver.agent, [])
        for device in devices.prefix(count) { driver.fix(device, inside: true, at: 1000) }
        return committer
    }

    @Test func `what has gathered is written ahead, where that is more than a turn writes`() throws {
        var committer = try changed(4, mostInTurn: 4)
        #expect(try isAhead(&committer))
        #expect(committer.running == nil)
        driver.fix("d4", inside: true, at: 1000)
        #expect(try !isAhead(&committer))
        #expect(committer.isUnderWay)
        #expect(try found().journals.count == 1)
        try end(&committer)
        #expect(driver.agent.tracker.engine.changeCount == 0)
        #expect(try found().journals.isEmpty)
    }

    @Test func `who asks for that waits for one checkpoint, however many change meanwhile`() throws {
        var committer = try changed(5, mostInTurn: 2)
        #expect(try !isAhead(&committer))
        while committer.isGathering { try goOn(&committer) }
        for device in devices { driver.fix(device, inside: false, at: 2000) }
        while committer.isUnderWay {
            #expect(try !isAhead(&committer))
            try goOn(&committer)
        }
        #expect(try isAhead(&committer))
        #expect(try !isAhead(&committer), "the next who asks")
    }

    @Test func `the next waits, too, where the one who has asked is gone`() throws {
        var committer = try changed(5, mostInTurn: 2)
        #expect(try !isAhead(&committer))
        committer.forgetAsker()
        try end(&committer)
        for device in devices { driver.fix(device, inside: false, at: 2000) }
        #expect(try !isAhead(&committer))
    }

    @Test func `what cannot wait is written at once, and what can in parts`() throws {
        var committer = try changed(5, mostInTurn: 2)
        driver.agent.pending.isWanted = true
        try committer.commit(&driver.agent, 100, [])
        #expect(committer.isGathering)
        while committer.isGathering { try goOn(&committer) }
        #expect(!driver.agent.pending.isWanted)
        driver.agent.pending.isWanted = true
        try committer.commit(&driver.agent, 101, [])
        #expect(committer.running != nil && !committer.isGathering, "no second one meanwhile")
        driver.agent.pending.isDue = true
        #expect(try isAhead(&committer))
        try committer.commit(&driver.agent, 102, [])
        #expect(committer.running == nil)
        #expect(try found().journals.isEmpty)
        #expect(!driver.agent.pending.isDue && !driver.agent.pending.isWanted)
    }

    @Test func `a purge waits until the journal of many devices is written`() throws {
        var committer = Committer(store, try RetentionJob([:], HistorySettings()), mostInTurn: 2)
        try committer.checkpoint(&driver.agent, [])
        for device in devices { driver.fix(device, inside: true, at: 1000) }
        try committer.erase(&driver.agent, 100, [])
        #expect(committer.isUnderWay)
        #expect(committer.retention.step == .idle)
        try end(&committer)
        try committer.erase(&driver.agent, 101, [])
        #expect(try found().journals.isEmpty)
        #expect(committer.retention.step != .idle)
    }

    /// A committer that has written all so far, and begins to write what another configuration has made of
    /// the devices since.
    private func held() throws -> Committer {
        var committer = try changed(0, mostInTurn: 2)
        let yard = try AgentDriver.depot("yard")
        driver.agent.change({ $0.fences.append(yard) }, at: AgentDriver.at(2000))
        #expect(driver.agent.port.outbox.hasNews)
        committer.beginHeld(driver.agent)
        while committer.isGathering { try goOn(&committer) }
        return committer
    }

    @Test func `with another configuration the states before it count until all is written`() throws {
        for device in devices { driver.fix(device, inside: true, at: 1000) }
        var committer = try held()
        let before = try found()
        #expect(before.fences.count == 1)
        for part in 1...3 {
            let isWritten = try committer.goOnWithHeld(&driver.agent)
            #expect(!isWritten, "part \(part)")
            #expect(try found() == before, "part \(part)")
        }
        let isWritten = try committer.goOnWithHeld(&driver.agent)
        #expect(isWritten)
        let after = try found()
        #expect(after.fences.count == 2 && after.journals.isEmpty)
        #expect(after.devices.count == 5)
        #expect(Set(after.devices).isDisjoint(with: before.devices))
        #expect(after.outbox.count { $0.topic.hasSuffix("/yard") } == 6, "five statuses, and who is there")
        #expect(driver.agent.tracker.engine.changeCount == 0)
    }

    @Test func `one that is given up is written as a whole`() throws {
        for device in devices { driver.fix(device, inside: true, at: 1000) }
        var committer = try held()
        _ = try committer.goOnWithHeld(&driver.agent)
        driver.agent.pending.isDue = true
        try committer.commit(&driver.agent, 200, [])
        let isWritten = try committer.goOnWithHeld(&driver.agent)
        #expect(isWritten)
        let after = try found()
        #expect(after.fences.count == 2 && after.journals.isEmpty && after.devices.count == 5)
        driver.agent = try Agent.recovered(driver.agent.port.settings, stored: after)
        for device in devices { driver.fix(device, inside: false, at: 60_000) }
        #expect(driver.events.count == 10, "each leaves both")
    }
}
