/// Finds the few fences that may hold a place among many.
///
/// A hierarchical grid: a box is entered on the finest level where it touches at most 2 × 2 cells, so a place is looked up in one cell
/// of each level in use, and every box is found there once. Fences are known by slots, numbers from 0 that the owner gives; a slot is
/// entered with one box at a time.
struct FenceIndex {
    /// A box in one of its cells.
    struct Entry {
        let box: BoundingBox
        /// -1 where the entry is free.
        var slot: Int32
        /// The next entry of the cell, or of the free ones.
        var next: Int32
        /// Whether the box is also in the cell to the west, or to the south.
        let continuesWest, continuesSouth: Bool
    }

    /// Entries of all cells, each cell a chain from its head.
    private(set) var entries: ContiguousArray<Entry> = []
    private(set) var cells = CellTable()
    /// A bit for each level with entries.
    private(set) var levels: UInt32 = 0
    /// Boxes on each level.
    private var population = ContiguousArray(repeating: 0, count: Cell.finest + 1)
    private var firstFree = CellTable.none

    init() {}

    /// Enters a slot with its box.
    mutating func insert(_ slot: Int32, box: BoundingBox) {
        let span = CellSpan(box)
        let level = span.level
        let (columns, rows) = (span.columns(level: level), span.rows(level: level))
        for row in rows {
            for column in columns {
                let key = Cell.key(level: level, column: column, row: row)
                let entry = Entry(
                    box: box,
                    slot: slot,
                    next: cells.head(of: key),
                    continuesWest: column > columns.lowerBound,
                    continuesSouth: row > rows.lowerBound
                )
                cells.setHead(of: key, to: store(entry))
            }
        }
        population[level] += 1
        levels |= 1 << UInt32(level)
    }

    /// Takes out a slot that was entered with this box; does nothing where it was not.
    mutating func remove(_ slot: Int32, box: BoundingBox) {
        let span = CellSpan(box)
        let level = span.level
        var found = false
        for row in span.rows(level: level) {
            for column in span.columns(level: level) {
                let isHere = unlink(slot, box, from: Cell.key(level: level, column: column, row: row))
                found = found || isHere
            }
        }
        guard found else { return }
        population[level] -= 1
        if population[level] == 0 { levels &= ~(1 << UInt32(level)) }
    }

    private mutating func store(_ entry: Entry) -> Int32 {
        guard firstFree != CellTable.none else {
            entries.append(entry)
            return Int32(entries.count - 1)
        }
        let place = firstFree
        firstFree = entries[Int(place)].next
        entries[Int(place)] = entry
        return place
    }

    /// Takes an entry out of the chain of its cell.
    private mutating func unlink(_ slot: Int32, _ box: BoundingBox, from key: UInt64) -> Bool {
        var previous = CellTable.none
        var current = cells.head(of: key)
        while current != CellTable.none {
            let entry = entries[Int(current)]
            if entry.slot == slot && entry.box == box {
                bypass(current, after: previous, in: key)
                return true
            }
            (previous, current) = (current, entry.next)
        }
        return false
    }

    private mutating func bypass(_ entry: Int32, after previous: Int32, in key: UInt64) {
        let next = entries[Int(entry)].next
        if previous == CellTable.none {
            cells.setHead(of: key, to: next)
        } else {
            entries[Int(previous)].next = next
        }
        entries[Int(entry)].slot = -1
        entries[Int(entry)].next = firstFree
        firstFree = entry
    }
}
