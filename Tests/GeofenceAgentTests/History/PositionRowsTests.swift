import GRDB
import GeofenceCore
import Testing

@testable import AgentTestSupport
@testable import geofence_agent

/// Stores of earlier programs have a row for each position.
@Suite struct PositionRowsTests {
    private let folder: StoreFolder

    init() throws { folder = try StoreFolder() }

    /// Puts positions of devices into the table of an earlier program.
    private func write(_ counts: [String: Int64], from first: Int64 = 0) throws {
        try folder.with { store in
            try store.transaction { db in
                try db.execute(
                    sql: """
                        CREATE TABLE IF NOT EXISTS position (
                            device INTEGER NOT NULL, time INTEGER NOT NULL, latitude INTEGER NOT NULL,
                            longitude INTEGER NOT NULL, accuracy INTEGER, altitude INTEGER, speed INTEGER,
                            PRIMARY KEY (device, time)) WITHOUT ROWID
                        """
                )
                for (device, count) in counts.sorted(by: { $0.key < $1.key }) {
                    try db.execute(
                        sql: "INSERT OR IGNORE INTO tracked (id) VALUES (CAST(? AS BLOB))",
                        arguments: [device]
                    )
                    for time in first..<first + count {
                        try db.execute(
                            sql: """
                                INSERT INTO position VALUES (
                                    (SELECT key FROM tracked WHERE id = CAST(? AS BLOB)), ?, 520000000, 130000000, 700, NULL, 3)
                                """,
                            arguments: [device, AgentDriver.beginning + time]
                        )
                    }
                }
            }
        }
    }

    private func expected(_ device: String, _ times: Range<Int64>) -> [String] {
        times.map { "\(device) \($0) 520000000 130000000 700" }
    }

    private func hasRows() throws -> Bool {
        try DatabaseQueue(path: folder.path).read(Store.hasPositionRows)
    }

    @Test func `whoever opens such a store for writing puts them into runs`() throws {
        try write(["bike": 3, "van": 300])
        #expect(try hasRows())
        let before = try folder.history().positions
        #expect(before == expected("bike", 0..<3) + expected("van", 0..<300))
        try folder.with { _ in }
        #expect(try !hasRows())
        #expect(try folder.history().positions == before)
        let speeds = try folder.with { store in
            try store.withoutTransaction { db in
                try Row.fetchAll(db, sql: "SELECT time, positions FROM position_run").flatMap {
                    try PositionRun.positions($0).map(\.speed)
                }
            }
        }
        #expect(speeds == Array(repeating: 3, count: 303))
    }

    /// As a process leaves it that is killed between two transactions.
    @Test func `one that was moved in part is read whole, and moved to its end`() throws {
        try write(["bike": 3, "van": 300])
        try folder.with { _ in }
        try write(["van": 200, "wagon": 2], from: 300)
        let all = expected("bike", 0..<3) + expected("van", 0..<500) + expected("wagon", 300..<302)
        #expect(try folder.history().positions == all)
        let range = HistoryRange(from: AgentDriver.at(290), to: AgentDriver.at(310))
        #expect(
            try folder.history(range).positions == expected("van", 290..<310) + expected("wagon", 300..<302)
        )
        try folder.with { _ in }
        #expect(try !hasRows())
        #expect(try folder.history().positions == all)
    }

    /// Moves some rows, as one transaction of many.
    private func moveSome() throws -> Int {
        try DatabaseQueue(path: folder.path).write { db in try Store.movePositionRows(atMost: 100, db) }
    }

    @Test func `they are moved in parts, whose ends may lie anywhere, and read whole between them`() throws {
        try write(["bike": 3, "van": 300, "wagon": 97])
        let all = try folder.history().positions
        for count in [100, 100, 100, 100, 0] {
            #expect(try moveSome() == count)
            #expect(try folder.history().positions == all)
        }
        #expect(all.count == 400)
    }

    @Test(arguments: [1, 30, 100, 150])
    func `who reads while they are moved misses none, and reads none twice`(_ page: Int) throws {
        try write(["bike": 3, "van": 500])
        let reader = try HistoryReader(path: folder.path)
        let van = try #require(try reader.device(Identifier("van")))
        var (times, pages) = ([Int64](), 0)
        let stretch = HistoryReader.Stretch(page: page) {
            pages += 1
            return pages % 2 == 0 || (try? moveSome()) != nil
        }
        try reader.positions(of: van, in: HistoryRange(), stretch: stretch) {
            times.append($0.time - AgentDriver.beginning)
        }
        #expect(times == Array(0..<500))
    }

    @Test func `whoever opens such a store hears how far it is`() throws {
        try write(["van": 3])
        var heard: [Int] = []
        _ = try Store(path: folder.path, durability: .process) { heard.append($0) }
        #expect(heard == [0, 3])
        _ = try Store(path: folder.path, durability: .process) { heard.append($0) }
        #expect(heard == [0, 3])
        try write(["van": 250], from: 3)
        let queue = try DatabaseQueue(path: folder.path)
        heard = []
        try Store.movePositionRows(queue, atOnce: 100) { heard.append($0) }
        #expect(heard == [0, 100, 200, 250])
        #expect(try !hasRows())
    }

    @Test func `nothing is said of a table that is empty`() throws {
        try write(["van": 0])
        var heard: [Int] = []
        _ = try Store(path: folder.path, durability: .process) { heard.append($0) }
        #expect(heard == [])
        #expect(try !hasRows())
    }

    @Test func `a key that is no whole number ends the move as damage, and in no time`() throws {
        try write(["van": 3])
        try DatabaseQueue(path: folder.path).write { db in
            try db.execute(
                sql: "UPDATE position SET time = time + 0.5 WHERE time = (SELECT max(time) FROM position)"
            )
        }
        let failure = StoreFailure.damaged(path: folder.path, reason: "a value is not of its kind")
        #expect(throws: failure) { try folder.with { _ in } }
    }

    @Test func `no more rows at a time than are wanted`() throws {
        try write(["van": 300])
        let reader = try HistoryReader(path: folder.path)
        let van = try #require(try reader.device(Identifier("van")))
        var (times, pages) = ([Int64](), 0)
        let stretch = HistoryReader.Stretch(after: HistoryMark(time: AgentDriver.beginning + 9), page: 100) {
            pages += 1
            return pages < 2
        }
        try reader.positions(of: van, in: HistoryRange(), stretch: stretch) {
            times.append($0.time - AgentDriver.beginning)
        }
        #expect(times == Array(10..<210))
        times = []
        try reader.positions(of: van, in: HistoryRange(), atMost: 7) {
            times.append($0.time - AgentDriver.beginning)
        }
        #expect(times == Array(0..<7))
    }

    @Test func `a row that makes no sense is damage, and lost alone`() throws {
        try write(["van": 300])
        try DatabaseQueue(path: folder.path).write { db in
            try db.execute(
                sql: "UPDATE position SET latitude = 'x' WHERE time = (SELECT min(time) + 9 FROM position)"
            )
        }
        let failure = StoreFailure.damaged(path: folder.path, reason: "a value is not of its kind")
        #expect(throws: failure) { try folder.with { _ in } }
        let log = LogRecorder()
        let settings = StoreSettings(path: folder.path)
        try Salvage(settings: settings, keepsHistory: true, log: log.logger).run(at: AgentDriver.at(0))
        #expect(log.take().contains { $0.hasSuffix("lost=positions 1") })
        #expect(try folder.history().positions == expected("van", 0..<9) + expected("van", 10..<300))
    }
}
