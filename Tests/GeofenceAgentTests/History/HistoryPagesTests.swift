import GRDB
import GRDBSQLite
import GeofenceCore
import Testing

@testable import AgentTestSupport
@testable import geofence_agent

/// On which pages of the store positions lie: each that is touched is written twice, to SQLite's log and to
/// the file.
@Suite struct HistoryPagesTests {
    private let folder: StoreFolder
    private let devices: [Identifier]

    init() throws {
        folder = try StoreFolder()
        devices = try (0..<400).map { try Identifier("van\($0)") }
    }

    /// Adds positions of each device behind those of the rounds before; gives how many pages that wrote.
    private func pagesWritten(_ store: Store, _ round: Int, positions count: Int) throws -> Int {
        let rows = (0..<count).map { number in
            HistoryPosition.row(Int64(round * 1000 + number), latitude: Int32(number % 2 * 100_000_000))
        }
        _ = try store.add(HistoryBatch(positions: devices.map { ($0, rows) }))
        return try pages(SQLITE_DBSTATUS_CACHE_WRITE, store)
    }

    /// What SQLite has counted since it was asked last.
    private func pages(_ kind: Int32, _ store: Store) throws -> Int {
        try store.withoutTransaction { db in
            var (now, most): (Int32, Int32) = (0, 0)
            sqlite3_db_status(db.sqliteConnection, kind, &now, &most, 1)
            return Int(now)
        }
    }

    @Test func `positions of many devices that come at once share pages`() throws {
        let store = try folder.openWithHistory()
        // By the end each device has several pages' worth of them.
        for round in 0..<100 {
            let pages = try pagesWritten(store, round, positions: 40)
            #expect(pages < devices.count)
        }
    }

    /// SQLite would read them again for the sums of its log.
    @Test func `no page is written before its commit, where there are a thousand of them`() throws {
        let store = try folder.openWithHistory()
        #expect(try pagesWritten(store, 0, positions: 2000) > 1000)
        #expect(try pages(SQLITE_DBSTATUS_CACHE_SPILL, store) == 0)
    }

    @Test func `a run that grows touches no page of the index`() throws {
        let store = try folder.openWithHistory()
        // Of each device as many runs as an index page holds.
        for round in 0..<300 { _ = try pagesWritten(store, round, positions: 128) }
        _ = try pagesWritten(store, 300, positions: 1)
        #expect(try pagesWritten(store, 301, positions: 1) < devices.count / 4)
    }
}
