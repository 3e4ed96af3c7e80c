import GRDB
import GRDBSQLite
import GeofenceCore
import Testing

@testable import AgentTestSupport
@testable import geofence_agent

/// On which pages of the store the past lies: each that is touched is written twice, to SQLite's log and to
/// the file.
@Suite struct HistoryPagesTests {
    private let folder: StoreFolder
    private let devices: [Identifier]

    init() throws {
        folder = try StoreFolder()
        devices = try (0..<500).map { try Identifier("van\($0)") }
    }

    /// Positions and an event of each device, behind those of the rounds before.
    private func batch(_ round: Int, positions count: Int) -> HistoryBatch {
        let rows = (0..<count).map { number in
            HistoryPosition.row(Int64(round * 1000 + number), latitude: Int32(number % 2 * 100_000_000))
        }
        let events = devices.map { device in
            HistoryEvent(
                device: device,
                time: Int64(round),
                id: "\(device)/depot/\(round)/enter",
                payload: Array(repeating: UInt8(ascii: "x"), count: 300)
            )
        }
        return HistoryBatch(positions: devices.map { ($0, rows) }, events: events)
    }

    /// Pages that a store has written since this was asked for last.
    private func pagesWritten(_ store: Store) throws -> Int {
        try store.withoutTransaction { db in
            var (now, most): (Int32, Int32) = (0, 0)
            sqlite3_db_status(db.sqliteConnection, SQLITE_DBSTATUS_CACHE_WRITE, &now, &most, 1)
            return Int(now)
        }
    }

    /// By the end each has more than a page's worth of either.
    @Test(arguments: [true, false]) func `what comes of many devices at once shares pages`(
        _ isOfPositions: Bool
    ) throws {
        let store = try folder.openWithHistory()
        for round in 0..<40 {
            var batch = batch(round, positions: 40)
            if isOfPositions { batch.events = [] } else { batch.positions = [] }
            _ = try store.add(batch)
            let pages = try pagesWritten(store)
            #expect(pages < (isOfPositions ? 200 : 250))
        }
    }

    @Test func `tables of an earlier program go on as they are`() throws {
        let store = try folder.openWithHistory()
        try store.transaction { db in
            for table in ["event", "position_run"] {
                let find = "SELECT sql FROM sqlite_master WHERE name = ?"
                let sql = try #require(try String.fetchOne(db, sql: find, arguments: [table]))
                try db.execute(sql: "DROP TABLE \(table); \(sql) WITHOUT ROWID")
            }
        }
        for round in 0..<3 {
            let count = try store.add(batch(round, positions: 100))
            #expect(count.positions == 100 * devices.count && count.events == devices.count)
            #expect(try store.add(batch(round, positions: 100)) == HistoryCount())
        }
        let before = try folder.history()
        #expect(before.positions.count == 300 * devices.count)
        #expect(before.events.count == 3 * devices.count)
        var key: Int64? = 0
        while let next = key { key = try store.eraseSlice(before: AgentDriver.beginning + 1000, from: next) }
        let after = try folder.history()
        #expect(after.positions.count == 200 * devices.count && after.events.isEmpty)
    }
}
