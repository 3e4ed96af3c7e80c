import BenchmarkSupport
import Testing

@testable import GeofenceCore

/// Where the entries of each cell are, and which cells have finer ones in them.
@Suite struct CellTableTests {
    private static let run = EntryPool.Run(start: 3, count: 1, size: BlockSize.none.next)

    @Test func `a cell says that a finer one in it has entries, up to the pivot`() {
        var table = CellTable()
        let (column, row) = (0b10_1101, 0b1_0110)
        table.set(Self.run, of: Cell.key(level: 22, column: column, row: row))
        for (level, shift) in [(20, 2), (18, 4), (16, 6)] {
            #expect(table.hasFiner(level, column >> shift, row >> shift), "level \(level)")
            #expect(!table.hasFiner(level, column >> shift + 1, row >> shift), "level \(level)")
        }
        #expect(!table.hasFiner(22, column, row) && !table.hasFiner(14, column >> 8, row >> 8))
    }

    @Test func `a cell beyond the antimeridian is the one that it wraps around to`() {
        var table = CellTable()
        table.set(Self.run, of: Cell.key(level: 18, column: 1 << 18 + 5, row: 7))
        #expect(table.hasFiner(16, 1, 1))
        #expect(table.hasFiner(16, 1 << 16 + 1, 1))
    }

    @Test func `it says so no longer after the entries have gone and the table has grown`() {
        var table = CellTable()
        let key = Cell.key(level: 20, column: 700, row: 300)
        table.set(Self.run, of: key)
        table.set(.empty, of: key)
        #expect(table.hasFiner(16, 43, 18))
        for column in 0..<100 { table.set(Self.run, of: Cell.key(level: 16, column: column, row: 0)) }
        #expect(!table.hasFiner(16, 43, 18) && !table.hasFiner(18, 175, 75))
    }

    @Test(arguments: Seeds.many(1))
    func `it knows what a dictionary knows, and all coarser cells, whatever comes and goes`(_ seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        var (table, runs): (CellTable, [UInt64: EntryPool.Run]) = (CellTable(), [:])
        for step in 0..<5000 {
            let level = 2 * Int.random(in: 6...12, using: &random)
            let key = Cell.key(
                level: level,
                column: Int.random(in: 0..<(1 << level), using: &random) & ~0xFFF0,
                row: Int.random(in: 0..<(1 << (level - 1)), using: &random) & 0xF
            )
            let count = Int.random(in: 0...2, using: &random)
            let run = count == 0 ? .empty : EntryPool.Run(start: Int32(step), count: count, size: .none)
            table.set(run, of: key)
            runs[key] = run
        }
        var found: [UInt64: Int32] = [:]
        table.forEach { found[$0] = $1.start }
        #expect(found == runs.filter { $0.value.count > 0 }.mapValues(\.start), "seed \(seed)")
        for (key, run) in runs where run.count > 0 {
            #expect(table.run(of: key).start == run.start, "seed \(seed)")
            var (level, column, row) = Cell.position(of: key)
            while level > Cell.pivot {
                (level, column, row) = (level - 2, column >> 2, row >> 2)
                let isKnown = table.hasFiner(level, column, row)
                #expect(isKnown, "seed \(seed): \(level), \(column), \(row)")
            }
        }
    }

    @Test(arguments: [14, 20, 24]) func `it stays as small as it is while one cell comes and another goes`(
        _ level: Int
    ) {
        var table = CellTable()
        for number in 0..<10_000 {
            let key = Cell.key(level: level, column: number << (level - 14), row: 5)
            table.set(Self.run, of: key)
            table.set(.empty, of: key)
        }
        #expect(table.count <= 64)
        for level in [16, 18, 20, 22] { #expect(table.countWithFiner(level: level) <= 32, "level \(level)") }
    }

    @Test(arguments: [14, 24]) func `it takes no more than eight buckets for a cell, and what it says of it`(
        _ level: Int
    ) {
        var table = CellTable()
        // So far apart that no two have a coarser cell in common.
        for number in 0..<5000 {
            let place = number << (level - 13)
            table.set(Self.run, of: Cell.key(level: level, column: place, row: (number % 50) << (level - 13)))
        }
        #expect(table.count <= 8 * 5000 * (1 + max(0, level - Cell.pivot) / 2))
    }
}

extension CellTable {
    fileprivate func hasFiner(_ level: Int, _ column: Int, _ row: Int) -> Bool {
        contents(of: Cell.key(level: level, column: column, row: row)).hasFiner
    }
}
