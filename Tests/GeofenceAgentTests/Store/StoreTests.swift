import GRDB
import GRDBSQLite
import MQTT
import GeofenceCore
import Testing

@testable import geofence_agent

@Suite struct StoreTests {
    private let folder: StoreFolder

    init() throws { folder = try StoreFolder() }

    private static let everyByte = [UInt8](0...255)

    /// Four rows, of which one clears a topic.
    private static let rows = [
        OutboxRow.row(3, "a/ü", "one", time: 1_760_000_000_000), .row(4, "b", "", retained: true),
        .row(7, "a/ü", "two"), .row(9, "c", "three", retained: true, time: -5),
    ]

    @Test func `begins empty`() throws {
        #expect(try folder.open().load() == StoredState())
    }

    @Test(arguments: [StoreSettings.Durability.process, .power])
    func `gives back what was committed, in order`(_ durability: StoreSettings.Durability) throws {
        let store = try folder.open(durability)
        try store.commit(Batch(journal: Self.everyByte, outgoing: Self.rows), time: 1)
        try store.commit(Batch(journal: [1]), time: 2)
        try store.commit(Batch(outgoing: [.row(10)], done: [4, 9, 100]), time: 3)
        let expected = StoredState(
            journals: [Self.everyByte, [1]],
            outbox: [Self.rows[0], Self.rows[2], .row(10)]
        )
        #expect(try store.load() == expected)
    }

    @Test func `rows go that have left, and those between them stay`() throws {
        let store = try folder.open()
        try store.commit(Batch(outgoing: (1...7).map { .row($0) }), time: 1)
        try store.commit(Batch(done: [6, 1, 2, 4, 2], dead: [(.row(7), 135)]), time: 2)
        #expect(try store.load().outbox.map(\.number) == [3, 5])
    }

    @Test func `gives the same after it was closed and opened`() throws {
        let batch = Batch(journal: [1, 2], outgoing: Self.rows, dead: [(.row(1, "x"), 135)])
        let expected = StoredState(journals: [[1, 2]], outbox: Self.rows, deadCount: 1)
        try folder.with { try $0.commit(batch, time: 1) }
        #expect(try folder.with { try $0.load() } == expected)
        #expect(folder.names == ["agent.sqlite", "agent.sqlite.lock"])
    }

    @Test func `keeps what an answer carries beside its payload`() throws {
        var answer = OutboxRow.row(1)
        answer.correlation = [7]
        answer.userProperties = UserProperties(bytes: [0, 1, 97, 0, 1, 98])
        try folder.with { try $0.commit(Batch(outgoing: [answer, .row(2)]), time: 1) }
        #expect(try folder.with { try $0.load() }.outbox == [answer, .row(2)])
    }

    @Test func `keeps no journal for a batch without inputs`() throws {
        let store = try folder.open()
        try store.commit(Batch(), time: 1)
        #expect(try store.load() == StoredState())
    }

    @Test func `forgets the journals at a checkpoint, and keeps what it says`() throws {
        let store = try folder.open()
        try store.commit(Batch(journal: [1], outgoing: [.row(1)]), time: 1)
        let first = Checkpoint(
            devices: [(try Identifier("b"), [20]), (try Identifier("a"), [])],
            fences: [(3, [33]), (0, []), (7, [7])],
            runtimeFences: [([9], [90]), ([8], [80])],
            setup: [("rules", Self.everyByte), ("marks", [])]
        )
        try store.commit(Batch(journal: [2], outgoing: [.row(2)]), first, time: 2)
        try store.commit(Batch(journal: [3]), time: 3)
        let second = Checkpoint(
            devices: [(try Identifier("a"), [11])],
            fences: [(7, [77])],
            emptySlots: [3, 9],
            runtimeFences: [([9], nil), ([1], [10]), ([2], nil)],
            setup: [("marks", [5])]
        )
        try store.commit(Batch(), second, time: 4)
        try store.commit(Batch(journal: [4], done: [1]), time: 5)
        let expected = StoredState(
            setup: ["rules": Self.everyByte, "marks": [5]],
            devices: [[11], [20]],
            fences: [(0, []), (7, [77])],
            runtimeFences: [[10], [80]],
            journals: [[4]],
            outbox: [.row(2)]
        )
        #expect(try store.load() == expected)
    }

    @Test func `buries what the broker refuses, with the reason`() throws {
        let store = try folder.open()
        try store.commit(Batch(outgoing: Self.rows), time: 1)
        try store.commit(Batch(dead: [(Self.rows[0], 135), (Self.rows[1], 25)]), time: 2)
        #expect(try store.load() == StoredState(outbox: [Self.rows[2], Self.rows[3]], deadCount: 2))
        let dead = try store.transaction { db in
            try Row.fetchAll(db, sql: "SELECT topic, payload, reason, time FROM dead ORDER BY number").map(
                \.description
            )
        }
        #expect(
            dead == [
                "[topic:\"a/ü\" payload:Data(3 bytes) reason:135 time:2]",
                "[topic:\"b\" payload:Data(0 bytes) reason:25 time:2]",
            ]
        )
    }

    @Test func `keeps all of a batch or nothing`() throws {
        let store = try folder.open()
        try store.commit(Batch(journal: [1], outgoing: [.row(1), .row(2)]), time: 1)
        let before = try store.load()
        try store.transaction { db in
            let sql =
                "CREATE TEMP TRIGGER refuse AFTER INSERT ON outbox_log BEGIN SELECT RAISE(ABORT, 'no'); END"
            try db.execute(sql: sql)
        }
        let sent = Batch(journal: [2], outgoing: [.row(4), .row(5)], done: [1])
        let batch = Batch(journal: [2], outgoing: [.row(4), .row(5)], done: [1], dead: [(.row(2), 135)])
        let checkpoint = Checkpoint(devices: [(try Identifier("a"), [1])], setup: [("a", [1])])
        let failure = StoreFailure.damaged(path: folder.path, reason: "no")
        #expect(throws: failure) { try store.commit(sent, time: 2) }
        #expect(throws: failure) { try store.commit(batch, time: 2) }
        #expect(throws: failure) { try store.commit(batch, checkpoint, time: 2) }
        #expect(try store.load() == before)
        try store.transaction { db in try db.execute(sql: "DROP TRIGGER refuse") }
        try store.commit(batch, checkpoint, time: 3)
        let after = StoredState(setup: ["a": [1]], devices: [[1]], outbox: [.row(4), .row(5)], deadCount: 1)
        #expect(try store.load() == after)
    }

    /// What was put before of a row is not put into the next one.
    @Test func `goes on with the next row after one whose payload is too long`() throws {
        let store = try folder.open()
        var most: Int32 = 0
        try store.withoutTransaction { most = sqlite3_limit($0.sqliteConnection, SQLITE_LIMIT_LENGTH, 1000) }
        let long = OutboxRow.row(1, "t", String(repeating: "p", count: 2000))
        let failure = StoreFailure.damaged(path: folder.path, reason: "string or blob too big")
        #expect(throws: failure) { try store.commit(Batch(journal: [1], outgoing: [long]), time: 1) }
        try store.withoutTransaction { _ = sqlite3_limit($0.sqliteConnection, SQLITE_LIMIT_LENGTH, most) }
        try store.commit(Batch(journal: [2], outgoing: [.row(2), .row(3)]), time: 2)
        #expect(try store.load() == StoredState(journals: [[2]], outbox: [.row(2), .row(3)]))
    }

    @Test func `refuses a batch while another program writes, and goes on behind it`() throws {
        let store = try folder.open()
        try store.commit(Batch(journal: [1]), time: 1)
        let other = try DatabaseQueue(path: folder.path)
        try other.writeWithoutTransaction { db in
            try db.execute(sql: "BEGIN IMMEDIATE")
            #expect(throws: StoreFailure.locked(path: folder.path)) {
                try store.commit(Batch(journal: [2], outgoing: [.row(1)]), time: 2)
            }
            try db.execute(sql: "ROLLBACK")
        }
        try store.commit(Batch(journal: [3], outgoing: [.row(2)]), time: 3)
        #expect(try store.load() == StoredState(journals: [[1], [3]], outbox: [.row(2)]))
    }

    /// SQLite prepares its statements anew then.
    @Test func `keeps batches also once its tables are others than before`() throws {
        let store = try folder.open()
        try store.commit(Batch(journal: [1], outgoing: [.row(1)]), time: 1)
        try store.withoutTransaction { db in
            try db.execute(sql: "CREATE TABLE another (number INTEGER); DROP TABLE another; VACUUM")
        }
        try store.commit(Batch(journal: [2], outgoing: [.row(2)], done: [1]), time: 2)
        #expect(try store.load() == StoredState(journals: [[1], [2]], outbox: [.row(2)]))
    }

    @Test func `is for its owner's eyes only`() throws {
        let store = try folder.open()
        try store.commit(Batch(journal: [1]), time: 1)
        let companions = ["", "-shm", "-wal", ".lock"]
        #expect(folder.names == companions.map { "agent.sqlite" + $0 })
        for companion in companions {
            #expect(try StoreFolder.permissions(folder.path + companion) == "600", "\(companion)")
        }
    }

    @Test func `keeps the newest of the messages that are refused again and again`() throws {
        let folder = try StoreFolder()
        try folder.with { store in
            for start in stride(from: 0, to: Int64(Store.mostDead) + 2000, by: 1000) {
                let rows = (start..<start + 1000).map { (row: OutboxRow.row($0 + 1), reason: Int32(135)) }
                try store.commit(Batch(dead: rows), time: start)
            }
            #expect(try store.load().deadCount == Store.mostDead)
        }
    }
}
