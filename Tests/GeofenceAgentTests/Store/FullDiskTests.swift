import Testing

@testable import geofence_agent

@Suite(.enabled(if: SmallDisk.isAvailable, SmallDisk.need)) struct FullDiskTests {
    @Test func `refuses a batch on a full disk, loses nothing, and goes on when there is room`() throws {
        let disk = try #require(SmallDisk())
        let store = try Store(path: disk.path + "/agent.sqlite", durability: .power)
        try store.commit(Batch(journal: [1], outgoing: [.row(1)]), time: 1)
        disk.fill()
        let large = OutboxRow.row(2, "t", String(repeating: "p", count: 50_000))
        let failure = StoreFailure.disk(path: store.path, reason: "database or disk is full")
        for _ in 0..<3 {
            #expect(throws: failure) { try store.commit(Batch(journal: [2], outgoing: [large]), time: 2) }
        }
        #expect(try store.load() == StoredState(journals: [[1]], outbox: [.row(1)]))
        disk.free()
        try store.commit(Batch(journal: [2], outgoing: [large], done: [1]), time: 3)
        #expect(try store.load() == StoredState(journals: [[1], [2]], outbox: [large]))
    }

    @Test func `says so where it can't even begin, and begins when there is room`() throws {
        let disk = try #require(SmallDisk())
        disk.fill()
        let path = disk.path + "/agent.sqlite"
        let failure = #expect(throws: StoreFailure.self) { try Store(path: path, durability: .process) }
        guard case .disk = failure else {
            Issue.record("\(String(describing: failure))")
            return
        }
        disk.free()
        #expect(try Store(path: path, durability: .process).load() == StoredState())
    }
}
