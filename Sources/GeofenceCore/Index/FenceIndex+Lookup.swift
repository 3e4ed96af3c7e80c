extension FenceIndex {
    /// Appends the slots whose box holds a place, each once: those of large boxes first, then by slot.
    ///
    /// A few whose box is up to 2 cm away may be among them; none that holds it is missing.
    /// - Complexity: one cell for each level in use, and the boxes entered there.
    func candidates(at place: Coordinate, into found: inout [Int32]) {
        let (column, row) = (Cell.column(place.longitude), Cell.row(place.latitude))
        guard levels & (levels &- 1) != 0 else {
            if levels == 0 { return }
            return append(at: column, row, in: run(levels.trailingZeroBitCount, column, row), to: &found)
        }
        // All cells are looked up before any box is compared: they are far apart in memory, which so fetches
        // them all at once.
        var runs = InlineArray<13, EntryPool.Run>(repeating: .empty)
        var count = 0
        var remaining = levels
        while remaining != 0 {
            runs[count] = run(remaining.trailingZeroBitCount, column, row)
            remaining &= remaining - 1
            count += 1
        }
        for index in 0..<count { append(at: column, row, in: runs[index], to: &found) }
    }

    /// The entries of the cell on a level that holds a place.
    @inline(__always)
    private func run(_ level: Int, _ column: UInt32, _ row: UInt32) -> EntryPool.Run {
        let shift = Cell.resolution - level
        return cells.run(of: Cell.key(level: level, column: Int(column) >> shift, row: Int(row) >> shift))
    }

    /// Appends the slots of a cell whose box holds a place.
    @inline(__always)
    private func append(at column: UInt32, _ row: UInt32, in run: EntryPool.Run, to found: inout [Int32]) {
        let entries = pool.entries.span.extracting(run.indices)
        for index in entries.indices where entries[index].box.contains(column: column, row: row) {
            found.append(entries[index].slot)
        }
    }

    /// Appends the slots whose box is within some metres of a place, each once, in no particular order.
    ///
    /// A few that are slightly farther away may be among them; none that is near is missing.
    /// - Complexity: the cells within reach on each level in use, or all boxes where that is quicker.
    func candidates(within metres: Double, of place: Coordinate, into found: inout [Int32]) {
        candidates(overlapping: BoundingBox(around: place, metres: metres), into: &found)
    }

    /// Appends the slots whose box has a place in common with another box, each once, in no particular order.
    ///
    /// - Complexity: the cells that the other box touches on each level in use, or all boxes where that is
    ///   quicker.
    func candidates(overlapping box: BoundingBox, into found: inout [Int32]) {
        let reach = GridBox(box)
        let span = CellSpan(reach)
        guard cellCount(of: span) <= pool.entries.count / Self.cellCost else {
            scan(reach, into: &found)
            return
        }
        var remaining = levels
        while remaining != 0 {
            visit(span, level: remaining.trailingZeroBitCount, reach: reach, into: &found)
            remaining &= remaining - 1
        }
    }

    /// How many boxes are compared in the time in which one cell is looked up, as measured.
    private static let cellCost = 16

    private func cellCount(of span: CellSpan) -> Int {
        var count = 0
        var remaining = levels
        while remaining != 0 {
            count += span.count(level: remaining.trailingZeroBitCount)
            remaining &= remaining - 1
        }
        return count
    }

    /// Visits the cells of one level from west to east and south to north.
    ///
    /// A box in two of them is taken from the first: one that continues to the west or south has been met
    /// there already, unless that cell is not visited. Where all columns are visited, none is left out,
    /// whatever the order.
    private func visit(_ span: CellSpan, level: Int, reach: GridBox, into found: inout [Int32]) {
        let (columns, rows) = (span.columns(level: level), span.rows(level: level))
        let isRound = columns.count == 1 << level
        for row in rows {
            for column in columns {
                let seesWest = isRound || column > columns.lowerBound
                let seesSouth = row > rows.lowerBound
                for index in cells.run(of: Cell.key(level: level, column: column, row: row)).indices {
                    let entry = pool.entries[index]
                    let isKnown = (seesWest && entry.continuesWest) || (seesSouth && entry.continuesSouth)
                    if !isKnown && entry.box.overlaps(reach) { found.append(entry.slot) }
                }
            }
        }
    }

    /// Compares all boxes, each where its south-western cell has it.
    private func scan(_ reach: GridBox, into found: inout [Int32]) {
        for entry in pool.entries where !entry.isVacant && !entry.continuesWest && !entry.continuesSouth {
            if entry.box.overlaps(reach) { found.append(entry.slot) }
        }
    }
}
