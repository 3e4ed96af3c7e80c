/// Finds the few fences that may hold a place among many.
///
/// A hierarchical grid: a box is entered on the finest even level where it touches at most 2 × 2 cells, so a
/// place is looked up in one cell of each level in use, and every box is found there once. Fences are known
/// by slots, numbers from 0 up, below `EntryPool.slotLimit`, that the owner gives; a slot is entered with one
/// box at a time.
struct FenceIndex {
    private(set) var pool = EntryPool()
    private(set) var cells = CellTable()
    /// A bit for each level with entries.
    private(set) var levels: UInt32 = 0
    /// Boxes on each level.
    private(set) var population = ContiguousArray(repeating: 0, count: Cell.finest + 1)

    init() {}

    /// Puts it into large pages, where it takes very much memory; gives how many bytes.
    func useLargePages() -> Int {
        pool.entries.withUnsafeBytes { LargePages.move($0).asked } + cells.useLargePages()
    }

    /// Enters a slot with its box.
    mutating func insert(_ slot: Int32, box: BoundingBox) {
        let span = CellSpan(GridBox(box))
        let level = span.level
        let (columns, rows) = (span.columns(level: level), span.rows(level: level))
        for row in rows {
            for column in columns {
                let entry = EntryPool.Entry(
                    part: span.part(level: level, column: column, row: row),
                    slot: slot,
                    alsoIn: .init(west: column > columns.lowerBound, south: row > rows.lowerBound)
                )
                add(entry, to: Cell.key(level: level, column: column, row: row))
            }
        }
        population[level] += 1
        levels |= 1 << UInt32(level)
    }

    /// Takes out a slot that was entered with this very box; does nothing where it was not entered.
    mutating func remove(_ slot: Int32, box: BoundingBox) {
        let span = CellSpan(GridBox(box))
        let level = span.level
        var found = false
        for row in span.rows(level: level) {
            for column in span.columns(level: level) {
                let part = span.part(level: level, column: column, row: row)
                let isHere = drop(slot, part, from: Cell.key(level: level, column: column, row: row))
                found = found || isHere
            }
        }
        guard found else { return }
        population[level] -= 1
        if population[level] == 0 { levels &= ~(1 << UInt32(level)) }
    }

    private mutating func add(_ entry: EntryPool.Entry, to key: UInt64) {
        var run = cells.run(of: key)
        pool.insert(entry, into: &run)
        cells.set(run, of: key)
    }

    /// Takes an entry out of its cell; false where there is none.
    private mutating func drop(_ slot: Int32, _ part: CellPart, from key: UInt64) -> Bool {
        var run = cells.run(of: key)
        for index in run.indices where pool.entries[index].slot == slot && pool.entries[index].part == part {
            pool.remove(at: index, from: &run)
            cells.set(run, of: key)
            return true
        }
        return false
    }
}
