import BenchmarkSupport
import GRDB
import GeofenceCore
import MQTT
import Testing

@testable import geofence_agent

/// What batches change in the outbox, through all that happens to the list of changes.
@Suite struct OutboxLogTests {
    private let folder: StoreFolder

    init() throws { folder = try StoreFolder() }

    /// Bytes of changes, and how many rows the table of the outbox has.
    private func sizes(_ store: Store) throws -> (bytes: Int, rows: Int) {
        try store.withoutTransaction { db in
            let bytes = try Int.fetchOne(db, sql: "SELECT ifnull(sum(length(change)), 0) FROM outbox_log")
            let rows = try Int.fetchOne(db, sql: "SELECT count(*) FROM outbox")
            return (bytes ?? -1, rows ?? -1)
        }
    }

    /// A row of so many bytes.
    private func row(_ number: Int64, bytes: Int) -> OutboxRow {
        .row(number, "t/\(number % 7)", String(repeating: "p", count: bytes), retained: number % 3 == 0)
    }

    @Test(arguments: 1...6 as ClosedRange<UInt64>)
    func `has the rows that came and have not gone`(_ seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        var store: Store? = try folder.open()
        var (rows, next): ([OutboxRow], Int64) = ([], 1)
        var most = 0
        for _ in 0..<400 {
            var batch = Batch()
            for _ in 0..<Int.random(in: 0...4, using: &random) {
                // Some go into the table at once.
                let isLarge = Int.random(in: 0..<60, using: &random) == 0
                let bytes = isLarge ? OutboxLog.mostBytesOfRows : 12_000
                batch.outgoing.append(row(next, bytes: Int.random(in: 0...bytes, using: &random)))
                next += Int64.random(in: 1...3, using: &random)
            }
            let goes = rows.filter { _ in Int.random(in: 0..<3, using: &random) == 0 }
            for row in goes.shuffled(using: &random) {
                if row.number % 50 == 0 {
                    batch.dead.append((row, 135))
                } else {
                    batch.done.append(row.number)
                }
            }
            rows = rows.filter { row in !goes.contains { $0.number == row.number } } + batch.outgoing
            do {
                let kept = try #require(store)
                if Int.random(in: 0..<150, using: &random) == 0 {
                    try kept.commit(batch, Checkpoint(), time: 1)
                } else {
                    try kept.commit(batch, time: 1)
                }
                most = max(most, try sizes(kept).bytes)
                if Int.random(in: 0..<40, using: &random) == 0 {
                    #expect(try kept.load().outbox == rows)
                }
            }
            if Int.random(in: 0..<150, using: &random) == 0 { store = nil }
            // What a start finds, and what the one after it does.
            if store == nil { #expect(try folder.with { try $0.load() }.outbox == rows) }
            store = try store ?? folder.open()
        }
        #expect(most > OutboxLog.mostBytes / 4 && most <= OutboxLog.mostBytes)
        #expect(try #require(store).load().outbox == rows)
    }

    @Test func `a row is written into the list, and a large batch into the table`() throws {
        let store = try folder.open()
        try store.commit(Batch(outgoing: [row(1, bytes: OutboxLog.mostBytesOfRows - 50)]), time: 1)
        #expect(try sizes(store).rows == 0)
        let large = [row(2, bytes: OutboxLog.mostBytesOfRows / 2), row(3, bytes: OutboxLog.mostBytesOfRows)]
        try store.commit(Batch(outgoing: large, done: [1]), time: 1)
        #expect(try sizes(store).rows == 2)
        try store.commit(Batch(done: [3]), time: 1)
        #expect(try store.load().outbox == [large[0]])
        let clears = (4..<2000).map { OutboxRow.row($0, String(repeating: "t", count: 40), "") }
        try store.commit(Batch(outgoing: clears), time: 1)
        #expect(try sizes(store).rows > clears.count)
    }

    @Test func `a checkpoint leaves nothing of the list`() throws {
        let store = try folder.open()
        try store.commit(Batch(outgoing: [.row(1), .row(2)]), time: 1)
        try store.commit(Batch(outgoing: [.row(3)], done: [1]), Checkpoint(), time: 1)
        #expect(try sizes(store) == (0, 2))
        #expect(try store.load().outbox == [.row(2), .row(3)])
    }

    /// Rows that go into the table at once, and those that a long silence of the broker has left there.
    @Test(arguments: [100_000, 1000])
    func `rows that are gone don't fill the table`(_ bytes: Int) throws {
        let store = try folder.open()
        for number in 1...200 as ClosedRange<Int64> {
            let batch = Batch(outgoing: [row(number, bytes: bytes)], done: bytes > 1000 ? [number - 1] : [])
            try store.commit(batch, time: 1)
            #expect(try sizes(store).rows * bytes < 2 * OutboxLog.mostBytes)
        }
        try store.commit(Batch(outgoing: (201..<20_000).map { .row($0) }), Checkpoint(), time: 1)
        for number in 1..<20_000 as Range<Int64> { try store.commit(Batch(done: [number]), time: 1) }
        #expect(try sizes(store).rows <= 8192)
        #expect(try store.load().outbox == [])
    }

    @Test func `a checkpoint in parts leaves nothing of the list`() throws {
        let store = try folder.open()
        try store.commit(Batch(outgoing: [.row(1), .row(2)]), time: 1)
        let devices: PackedRows<Identifier> = [(try Identifier("a"), [1])]
        var running = try RunningCheckpoint(Checkpoint(devices: devices), in: store)
        #expect(try !running.write(to: store, atMost: 1))
        try store.commit(Batch(outgoing: [.row(3)], done: [1]), time: 1)
        #expect(try running.write(to: store, atMost: 1))
        #expect(try sizes(store) == (0, 2))
        #expect(try store.load().outbox == [.row(2), .row(3)])
    }

    /// Numbers begin anew where nothing is left, and the old ones are gone.
    @Test(arguments: [1, OutboxLog.mostBytesOfRows + 1])
    func `a row is not gone that has the number of one before the start`(_ bytes: Int) throws {
        try folder.with { store in
            try store.commit(Batch(outgoing: [.row(1), .row(2)]), time: 1)
            try store.commit(Batch(done: [1, 2]), time: 1)
        }
        let new = row(1, bytes: bytes)
        try folder.with { store in
            #expect(try store.load().outbox == [])
            try store.commit(Batch(outgoing: [new]), time: 1)
            #expect(try store.load().outbox == [new])
            try store.commit(Batch(done: [1]), time: 1)
            #expect(try store.load().outbox == [])
            try store.commit(Batch(outgoing: [new]), time: 1)
        }
        #expect(try folder.with { try $0.load() }.outbox == [new])
    }

    /// Else one that fails again and again would let it grow, or count it twice.
    @Test func `knows how long the list is after a batch that was not kept`() throws {
        let store = try folder.open()
        try store.transaction { db in
            let sql =
                "CREATE TEMP TRIGGER refuse BEFORE INSERT ON outbox BEGIN SELECT RAISE(ABORT, 'no'); END"
            try db.execute(sql: sql)
        }
        var number: Int64 = 0
        func commit() throws {
            number += 1
            try store.commit(Batch(outgoing: [row(number, bytes: 60_000)]), time: 1)
        }
        let failure = StoreFailure.damaged(path: folder.path, reason: "no")
        #expect(throws: failure) { while number < 40 { try commit() } }
        let kept = number - 1
        let before = try sizes(store)
        #expect(throws: failure) { try commit() }
        #expect(try sizes(store) == before && before.rows == 0)
        try store.transaction { db in try db.execute(sql: "DROP TRIGGER refuse") }
        try commit()
        #expect(try sizes(store).rows == Int(kept))
        #expect(try store.load().outbox.map(\.number) == Array(1...kept) + [number])
    }

    @Test func `takes up the outbox of a program that had no such list`() throws {
        try folder.with { store in
            try store.commit(Batch(outgoing: [.row(1), .row(2)]), Checkpoint(), time: 1)
            try store.become(layout: Store.layout, codec: 12, program: "0.1.0")
            try store.transaction { db in try db.execute(sql: "DROP TABLE outbox_log") }
        }
        #expect(DamagedStore(path: folder.path).load().outbox == [.row(1), .row(2)])
        let store = try folder.open()
        try store.commit(Batch(outgoing: [.row(3)], done: [1]), time: 1)
        #expect(try store.load().outbox == [.row(2), .row(3)])
    }

    /// A row with the number of one in the table, two with one number, and a time that no clock says.
    @Test(arguments: [
        "x'0000020001740170'", "x'00000C0001740170000C0001740170'", "x'00000CFFFFFFFFFFFFFFFFFF0101740170'",
    ])
    func `is damaged where rows can't be as the list says`(_ change: String) throws {
        try folder.with { store in
            try store.commit(Batch(outgoing: [.row(1)]), Checkpoint(), time: 1)
            let insert = "INSERT INTO outbox_log (change) VALUES (\(change))"
            try store.transaction { db in try db.execute(sql: insert) }
            #expect(throws: StoreFailure.self) { try store.load() }
        }
        let damaged = DamagedStore(path: folder.path)
        #expect(damaged.load().outbox.first == .row(1))
        #expect(damaged.losses == ["unsent": DamagedStore.Loss(rows: 1)])
    }

    @Test func `a damaged store gives back what its list says`() throws {
        try folder.with { store in
            try store.commit(Batch(outgoing: [.row(1), .row(2), .row(3)]), Checkpoint(), time: 1)
            try store.commit(Batch(outgoing: [.row(4)], done: [1]), time: 1)
            try store.commit(Batch(outgoing: [.row(5)], done: [4]), time: 1)
            try store.transaction { db in
                // The number of a row that goes, a row, and the beginning of another.
                try db.execute(
                    sql: "INSERT INTO outbox_log (change) VALUES (x'010600' || x'000C0001740170' || x'00')"
                )
            }
        }
        let damaged = DamagedStore(path: folder.path)
        #expect(damaged.load().outbox.map(\.topic) == ["t", "t", "t"])
        #expect(damaged.losses == ["unsent": DamagedStore.Loss(rows: 1)])
    }
}
