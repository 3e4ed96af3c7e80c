import BenchmarkSupport
import GRDB
import GeofenceCore
import Testing

@testable import AgentTestSupport
@testable import geofence_agent

/// Positions in the store: in runs, whatever order they come in.
@Suite struct PositionStoreTests {
    private let folder: StoreFolder
    private let van: Identifier

    init() throws {
        folder = try StoreFolder()
        van = try Identifier("van")
    }

    private func device() throws -> HistoryDevice {
        try #require(try HistoryReader(path: folder.path).device(van))
    }

    /// How many positions each run has.
    private func runs(_ store: Store) throws -> [Int] {
        try store.withoutTransaction { db in
            try Row.fetchAll(db, sql: "SELECT time, positions FROM position_run ORDER BY device, time").map {
                try PositionRun.positions($0).count
            }
        }
    }

    private func positions(
        _ range: HistoryRange = HistoryRange(),
        _ stretch: HistoryReader.Stretch = HistoryReader.Stretch(),
        atMost most: Int = .max
    ) throws -> [HistoryPosition] {
        var found: [HistoryPosition] = []
        let reader = try HistoryReader(path: folder.path)
        try reader.positions(of: device(), in: range, stretch: stretch, atMost: most) { found.append($0) }
        return found
    }

    /// What is read is what a table of all moments has, of which the first position of each counts; in a
    /// store of an earlier program, too.
    @Test(arguments: 0..<12) func `each moment has its first position, in order, however they come`(
        _ seed: UInt64
    )
        throws
    {
        var random = SeededGenerator(seed: seed)
        let store = try seed % 3 == 0 ? folder.openWithEarlierHistory() : folder.openWithHistory()
        var model: [Int64: HistoryPosition] = [:]
        for round in 0..<60 {
            let start = Int64.random(in: 0..<2000, using: &random)
            let span: Int64 = [1, 20, 300, 2000].randomElement(using: &random) ?? 1
            // Some come in order and behind all others, some anyhow.
            let isNext = Bool.random(using: &random)
            let rows = (0..<Int.random(in: 1..<200, using: &random)).map { index in
                let time =
                    isNext
                    ? Int64(round) * 1000 + 3000 + Int64(index)
                    : start + .random(in: 0..<span, using: &random)
                return HistoryPosition.row(time, latitude: .random(in: 0..<1_000_000, using: &random))
            }
            let before = model.count
            for row in rows where model[row.time] == nil { model[row.time] = row }
            let count = try store.add(HistoryBatch(positions: [(van, rows)]))
            #expect(count.positions == model.count - before)
        }
        let all = model.values.sorted { $0.time < $1.time }
        #expect(try positions() == all)
        #expect(try runs(store).allSatisfy { $0 <= PositionRun.most })
        // Any part of them, in pages of any size.
        for _ in 0..<40 {
            let times = (0..<3).map { _ in all.randomElement(using: &random)?.time ?? 0 }.sorted()
            let range = HistoryRange(
                from: Timestamp(milliseconds: times[0]),
                to: Timestamp(milliseconds: times[2] + .random(in: 0...1, using: &random))
            )
            let page = Int.random(in: 1..<400, using: &random)
            let mark = Bool.random(using: &random) ? HistoryMark(time: times[1]) : nil
            let most = [1, 100, .max].randomElement(using: &random) ?? 1
            let expected = all.filter {
                $0.moment >= range.from && $0.moment < range.to && $0.time > mark?.time ?? .min
            }
            let found = try positions(range, .init(after: mark, page: page), atMost: most)
            #expect(found == Array(expected.prefix(most)))
        }
    }

    @Test func `those that come one by one fill their runs`() throws {
        let store = try folder.openWithHistory()
        for time in 0..<300 { _ = try store.add(HistoryBatch(positions: [(van, [.row(Int64(time))])])) }
        #expect(try runs(store) == [128, 128, 44])
    }

    @Test func `a late one divides a full run, and the next one finds room`() throws {
        let store = try folder.openWithHistory()
        _ = try store.add(HistoryBatch(positions: [(van, (0..<300).map { .row($0 * 10) })]))
        _ = try store.add(HistoryBatch(positions: [(van, [.row(15)])]))
        #expect(try runs(store) == [65, 64, 128, 44])
        _ = try store.add(HistoryBatch(positions: [(van, [.row(25), .row(2985)])]))
        #expect(try runs(store) == [66, 64, 128, 45])
        _ = try store.add(HistoryBatch(positions: [(van, [.row(-5)])]))
        #expect(try runs(store) == [67, 64, 128, 45])
    }

    @Test func `those that come backwards fill runs, too`() throws {
        let store = try folder.openWithHistory()
        for time in 0..<300 { _ = try store.add(HistoryBatch(positions: [(van, [.row(-Int64(time))])])) }
        #expect(try positions().map(\.time) == (0..<300).map { AgentDriver.beginning - 299 + $0 })
        #expect(try runs(store).allSatisfy { $0 > 60 })
    }

    /// More would lie on a page of its own, which is mostly empty, and not wiped when it goes.
    @Test func `no run is longer than what SQLite keeps in one piece`() throws {
        var random = SeededGenerator(seed: 5)
        let store = try folder.openWithHistory()
        var rows: [HistoryPosition] = []
        for index in 0..<3000 as Range<Int64> {
            rows.append(
                HistoryPosition(
                    time: index * 1_000_000 + .random(in: 0..<1000, using: &random),
                    latitude: .random(in: .min ... .max, using: &random),
                    longitude: .random(in: .min ... .max, using: &random),
                    accuracy: .random(in: .min ... .max, using: &random),
                    altitude: .random(in: .min ... .max, using: &random),
                    speed: .random(in: .min ... .max, using: &random)
                )
            )
        }
        // In order, and then between them: both ways to fill a run.
        let late = rows.indices.filter { $0 % 3 == 1 }.map { rows[$0] }
        for part in [rows.indices.filter { $0 % 3 != 1 }.map { rows[$0] }, late] {
            _ = try store.add(HistoryBatch(positions: [(van, part)]))
        }
        #expect(try positions() == rows)
        let longest = try store.withoutTransaction { db in
            try Int.fetchOne(db, sql: "SELECT max(length(positions)) FROM position_run")
        }
        #expect(try #require(longest) < 1002 - 20)
    }

    @Test func `reading goes on where runs are divided anew between two pages`() throws {
        let store = try folder.openWithHistory()
        _ = try store.add(HistoryBatch(positions: [(van, (0..<2000).map { .row($0 * 10) })]))
        var late: Int64 = 5
        let stretch = HistoryReader.Stretch(page: 100) {
            let more = (0..<40).map { HistoryPosition.row(late + $0 * 20) }
            late += 2000
            return (try? store.add(HistoryBatch(positions: [(van, more)]))) != nil
        }
        let times = try positions(HistoryRange(), stretch).map { $0.time - AgentDriver.beginning }
        #expect(zip(times, times.dropFirst()).allSatisfy { $0.0 < $0.1 })
        #expect(times.filter { $0 % 10 == 0 } == (0..<2000).map { $0 * 10 })
    }

    @Test func `nobody asks for more pages than are wanted`() throws {
        let store = try folder.openWithHistory()
        _ = try store.add(HistoryBatch(positions: [(van, (0..<2000).map { .row($0) })]))
        var pages = 0
        let stretch = HistoryReader.Stretch(page: 100) {
            pages += 1
            return pages < 3
        }
        #expect(try positions(HistoryRange(), stretch).count == 3 * 2 * PositionRun.most)
    }

    @Test(arguments: [false, true])
    func `what is erased is erased to the millisecond, the oldest first`(_ isEarlier: Bool) throws {
        let store = try isEarlier ? folder.openWithEarlierHistory() : folder.openWithHistory()
        _ = try store.add(HistoryBatch(positions: [(van, (0..<300).map { .row($0) })]))
        #expect(try store.eraseSlice(before: AgentDriver.beginning + 150, from: 0) == nil)
        #expect(try runs(store) == [106, 44])
        #expect(try positions().first?.time == AgentDriver.beginning + 150)
        #expect(try store.eraseSlice(before: AgentDriver.beginning + 150, from: 0) == nil)
        #expect(try runs(store) == [106, 44])
    }

    @Test(arguments: ["7", "'x'", "x''", "x'80'", "x'0000020200000202'"])
    func `a run that makes no sense is damage, for who reads, writes and erases`(_ bytes: String) throws {
        let store = try folder.openWithHistory()
        _ = try store.add(HistoryBatch(positions: [(van, [.row(0)])]))
        try store.transaction { db in try db.execute(sql: "UPDATE position_run SET positions = \(bytes)") }
        let reason = "a value is not of its kind"
        #expect(throws: HistoryReader.Failure.unreadable(path: folder.path, reason: reason)) {
            try positions()
        }
        #expect(throws: StoreFailure.damaged(path: folder.path, reason: reason)) {
            _ = try store.add(HistoryBatch(positions: [(van, [.row(1)])]))
        }
        #expect(throws: StoreFailure.damaged(path: folder.path, reason: reason)) {
            _ = try store.eraseSlice(before: .max, from: 0)
        }
    }

    @Test func `a key that is no whole number is damage, and nobody waits for ever`() throws {
        let store = try folder.openWithHistory()
        _ = try store.add(HistoryBatch(positions: [(van, (0..<300).map { .row($0 * 10) })]))
        try store.transaction { db in
            try db.execute(sql: "UPDATE position_run SET time = time + 0.5")
        }
        let failure = StoreFailure.damaged(path: folder.path, reason: "a value is not of its kind")
        for time in [-1, 5, 5000] as [Int64] {
            #expect(throws: failure) { _ = try store.add(HistoryBatch(positions: [(van, [.row(time)])])) }
        }
        #expect(throws: failure) { _ = try store.eraseSlice(before: .max, from: 0) }
    }

    @Test(arguments: [false, true])
    func `what is left of a device without a name goes whatever it is`(_ isEarlier: Bool) throws {
        let store = try isEarlier ? folder.openWithEarlierHistory() : folder.openWithHistory()
        _ = try store.add(HistoryBatch(positions: [(van, (0..<30_000).map { .row($0) })]))
        try store.transaction { db in
            try db.execute(sql: "UPDATE position_run SET positions = x'80'; UPDATE tracked SET id = NULL")
        }
        var key = try store.eraseSlice(before: 0, from: 0)
        #expect(key != nil)
        while let next = key { key = try store.eraseSlice(before: 0, from: next) }
        #expect(try runs(store) == [])
    }
}
