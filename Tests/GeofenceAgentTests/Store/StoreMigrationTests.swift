import Foundation
import GRDB
import Testing

@testable import geofence_agent

/// A store of layout 1, whose outbox had no correlation data, is brought to the present layout when it is opened.
@Suite struct StoreMigrationTests {
    private let folder: StoreFolder

    init() throws { folder = try StoreFolder() }

    /// The tables as the versions with layout 1 made them.
    private static let tables = """
        CREATE TABLE setup (name TEXT PRIMARY KEY, value BLOB NOT NULL) WITHOUT ROWID;
        CREATE TABLE device (id BLOB PRIMARY KEY, state BLOB NOT NULL) WITHOUT ROWID;
        CREATE TABLE journal (number INTEGER PRIMARY KEY, entries BLOB NOT NULL);
        CREATE TABLE outbox (
            number INTEGER PRIMARY KEY, topic TEXT NOT NULL, payload BLOB NOT NULL, retained INTEGER NOT NULL,
            time INTEGER NOT NULL);
        CREATE TABLE dead (
            number INTEGER PRIMARY KEY, topic TEXT NOT NULL, payload BLOB NOT NULL, reason INTEGER NOT NULL,
            time INTEGER NOT NULL);
        PRAGMA user_version = 1;
        """

    /// Makes a file of layout 1 that holds a state; devices are named by their place in it.
    private func writeOld(_ state: StoredState) throws {
        let queue = try DatabaseQueue(path: folder.path)
        try queue.writeWithoutTransaction { db in try db.execute(sql: "PRAGMA journal_mode = WAL") }
        try queue.write { db in
            try db.execute(sql: Self.tables)
            for (name, value) in state.setup {
                try db.execute(sql: "INSERT INTO setup VALUES (?, ?)", arguments: [name, Data(value)])
            }
            for (index, device) in state.devices.enumerated() {
                let id = Data([UInt8(index)])
                try db.execute(sql: "INSERT INTO device VALUES (?, ?)", arguments: [id, Data(device)])
            }
            for entries in state.journals {
                try db.execute(sql: "INSERT INTO journal (entries) VALUES (?)", arguments: [Data(entries)])
            }
            for row in state.outbox.reversed() {
                try db.execute(
                    sql: "INSERT INTO outbox (number, topic, payload, retained, time) VALUES (?, ?, ?, ?, ?)",
                    arguments: [row.number, row.topic, Data(row.payload), row.isRetained, row.time]
                )
            }
            for number in 0..<state.deadCount {
                try db.execute(sql: "INSERT INTO dead VALUES (?, 't', x'00', 135, 1)", arguments: [number])
            }
        }
        try queue.close()
    }

    private static let state = StoredState(
        setup: ["fences": [1, 2], "marks": []],
        devices: [[10], [11, 12]],
        journals: [[3], [2], [1]],
        outbox: [
            .row(7, "a/ü", "one", retained: true, time: 1_760_000_000_000), .row(8, "b", ""),
            .row(300, "a/ü", "two", time: -5),
        ],
        deadCount: 2
    )

    @Test func `all that it holds is there, in order`() throws {
        try writeOld(Self.state)
        #expect(try folder.with { try $0.load() } == Self.state)
        #expect(try folder.with { try $0.load() } == Self.state)
    }

    @Test func `it has the present layout from then on, and takes correlation data`() throws {
        try writeOld(Self.state)
        var answer = OutboxRow.row(301, "answers/me")
        answer.correlation = [7, 0, 255]
        let version = try folder.with { store in
            try store.commit(Batch(journal: [4], outgoing: [answer], done: [8]), time: 1)
            return try store.transaction { db in try Int.fetchOne(db, sql: "PRAGMA user_version") }
        }
        #expect(version == 3)
        var expected = Self.state
        expected.journals.append([4])
        expected.outbox = [Self.state.outbox[0], Self.state.outbox[2], answer]
        #expect(try folder.with { try $0.load() } == expected)
    }

    @Test func `an agent goes on from it as if it had never ended`() throws {
        var driver = try AgentDriver()
        var memory = MemoryStore()
        driver.fix(inside: false, at: 0)
        memory.commit(&driver.agent, checkpoint: true)
        driver.fix(inside: true, at: 1000)
        memory.commit(&driver.agent)
        let before = memory.state
        #expect(!before.journals.isEmpty && before.outbox.contains { $0.topic == "geofence/event/van/depot" })
        try writeOld(before)
        let stored = try folder.with { try $0.load() }
        #expect(stored == before)
        var next = driver
        next.agent = try Agent(driver.agent.setup, stored: stored)
        for time in [2000, 3000] as [Int64] {
            driver.fix(inside: time == 3000, at: time)
            next.fix(inside: time == 3000, at: time)
        }
        #expect(next.events.suffix(2) == ["van/depot exit 2", "van/depot enter 3"])
        #expect(Set(driver.events).isSuperset(of: next.events.suffix(2)))
    }
}
