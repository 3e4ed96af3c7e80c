extension FenceIndex {
    /// Appends the slots whose box holds a place, each once: those of large boxes first, then by slot.
    ///
    /// A few whose box is a little away may be among them, up to 2 cm or a 65,536th of the side of their
    /// cells; none that holds it is missing.
    /// - Complexity: one cell for each level in use, and the boxes entered there.
    func candidates(at place: Coordinate, into found: inout [Int32]) {
        let (column, row) = (Cell.column(place.longitude), Cell.row(place.latitude))
        guard levels & (levels &- 1) != 0 else {
            if levels == 0 { return }
            let level = levels.trailingZeroBitCount
            return append(at: column, row, of: level, in: contents(level, column, row).run, to: &found)
        }
        // All cells are looked up before any box is compared: they are far apart in memory, which so fetches
        // them all at once.
        var runs = InlineArray<13, EntryPool.Run>(repeating: .empty)
        var (count, remaining) = (0, levels)
        var hasFiner = true
        while remaining != 0, hasFiner {
            let level = remaining.trailingZeroBitCount
            let contents = contents(level, column, row)
            runs[count] = contents.run
            if level >= Cell.pivot { hasFiner = contents.hasFiner }
            remaining &= remaining - 1
            count += 1
        }
        remaining = levels
        for index in 0..<count {
            append(at: column, row, of: remaining.trailingZeroBitCount, in: runs[index], to: &found)
            remaining &= remaining - 1
        }
    }

    /// What there is in the cell on a level that holds a place.
    @inline(__always)
    private func contents(_ level: Int, _ column: UInt32, _ row: UInt32) -> CellTable.Contents {
        let shift = Cell.resolution - level
        return cells.contents(
            of: Cell.key(level: level, column: Int(column) >> shift, row: Int(row) >> shift)
        )
    }

    /// Appends the slots of a cell of a level whose box holds a place.
    @inline(__always)
    private func append(
        at column: UInt32,
        _ row: UInt32,
        of level: Int,
        in run: EntryPool.Run,
        to found: inout [Int32]
    ) {
        let column = CellPart.place(of: column, level: level)
        let row = CellPart.place(of: row, level: level)
        let entries = pool.entries.span.extracting(run.indices)
        for index in entries.indices where entries[index].part.contains(column: column, row: row) {
            found.append(entries[index].slot)
        }
    }

    /// Appends the slots whose box is within some metres of a place, each once, in no particular order.
    ///
    /// Others may be among them, as in `candidates(overlapping:into:)`; none that is near is missing.
    /// - Complexity: the cells within reach on each level in use, or all boxes where that is quicker.
    func candidates(within metres: Double, of place: Coordinate, into found: inout [Int32]) {
        candidates(overlapping: BoundingBox(around: place, metres: metres), into: &found)
    }

    /// Appends the slots whose box has a place in common with another box, each once, in no particular order.
    ///
    /// A few whose box is a little away may be among them, as in `candidates(at:into:)`. Where the other box
    /// touches all columns of a level, which takes 181° or more, those of the level may be at any longitude.
    /// - Complexity: the cells that the other box touches, on each level in use to `Cell.pivot` and on finer
    ///   ones where there are boxes, or all cells and boxes where that is quicker.
    func candidates(overlapping box: BoundingBox, into found: inout [Int32]) {
        candidates(overlapping: GridBox(box), into: &found)
    }

    /// The same of a box in the index's own numbers.
    func candidates(overlapping box: GridBox, into found: inout [Int32]) {
        let span = CellSpan(box)
        if isQuickToVisit(span) { visit(span, into: &found) } else { scan(span, into: &found) }
    }

    /// The same of a box of some hundred metres, which touches few cells but where there are very small
    /// boxes.
    func candidates(overlappingNear box: GridBox, into found: inout [Int32]) {
        visit(CellSpan(box), into: &found)
    }

    /// Looks at the cells that a box touches; at those of a finer level than `Cell.pivot` only in coarser
    /// ones that have such.
    func visit(_ span: CellSpan, into found: inout [Int32]) {
        let descends = descends(into: span)
        var remaining = descends ? coarseLevels : levels
        while remaining != 0 {
            let reach = Reach(span, remaining.trailingZeroBitCount)
            for row in reach.rows {
                for column in reach.columns {
                    let run = cells.run(of: Cell.key(level: reach.level, column: column, row: row))
                    append(reach, column, row, in: run, to: &found)
                }
            }
            remaining &= remaining - 1
        }
        guard descends else { return }
        let pivot = Reach(span, Cell.pivot)
        descend(pivot, pivot.columns, pivot.rows, into: &found)
    }

    /// Whether `visit` looks at the cells of `Cell.pivot`, and from there into finer ones.
    ///
    /// Not where the other box touches all columns of that level: a cell may be touched from both sides then.
    private func descends(into span: CellSpan) -> Bool {
        levels > coarseLevels && span.columns(level: Cell.pivot).count < 1 << Cell.pivot
    }

    /// Those in use that are coarser than `Cell.pivot`.
    private var coarseLevels: UInt32 { levels & (1 << UInt32(Cell.pivot) - 1) }

    /// Looks at some cells of a level, and into those that have something finer.
    private func descend(
        _ reach: Reach,
        _ columns: Range<Int>,
        _ rows: Range<Int>,
        into found: inout [Int32]
    ) {
        for row in rows {
            for column in columns {
                let contents = cells.contents(of: Cell.key(level: reach.level, column: column, row: row))
                append(reach, column, row, in: contents.run, to: &found)
                guard contents.hasFiner else { continue }
                let finer = Reach(reach.span, reach.level + 2)
                let (first, lowest) = (column << 2, row << 2)
                descend(
                    finer,
                    finer.columns.clamped(to: first..<first + 4),
                    finer.rows.clamped(to: lowest..<lowest + 4),
                    into: &found
                )
            }
        }
    }

    /// Looks at all cells that there are for those that a box touches.
    func scan(_ span: CellSpan, into found: inout [Int32]) {
        let reaches = (0...Cell.finest).map { Reach(span, $0) }
        cells.forEach { key, run in
            let (level, column, row) = Cell.position(of: key)
            if let column = span.column(column, level: level), reaches[level].rows.contains(row) {
                append(reaches[level], column, row, in: run, to: &found)
            }
        }
    }

    /// How many boxes or buckets are gone through in about the time in which one cell is looked up.
    private static let cellCost = 16

    /// Whether the cells that a box touches are looked up in less time than all are gone through.
    private func isQuickToVisit(_ span: CellSpan) -> Bool {
        mostVisited(span) <= (cells.count + pool.entries.count) / Self.cellCost
    }

    /// How many cells `visit` looks at, at most.
    ///
    /// Of those finer than `Cell.pivot` these are the 16 in each cell that has finer ones, and no more than
    /// the box touches.
    func mostVisited(_ span: CellSpan) -> Int {
        let descends = descends(into: span)
        var count = 0
        var remaining = descends ? coarseLevels : levels
        while remaining != 0 {
            count += span.count(level: remaining.trailingZeroBitCount)
            remaining &= remaining - 1
        }
        guard descends else { return count }
        count += span.count(level: Cell.pivot)
        for level in stride(from: Cell.pivot, to: Cell.finest, by: 2) {
            let parents = cells.countWithFiner(level: level)
            if parents == 0 { break }
            count += min(16 * parents, span.count(level: level + 2))
        }
        return count
    }

    /// Appends the slots of a cell whose box has a place in common with another box.
    ///
    /// A box in several cells is taken from the one in the south and west of what both have in common: where
    /// both go on to the west or south, that is in another. Around the Earth each is taken from its
    /// westernmost cell.
    @inline(__always)
    private func append(
        _ reach: Reach,
        _ column: Int,
        _ row: Int,
        in run: EntryPool.Run,
        to found: inout [Int32]
    ) {
        guard run.count > 0 else { return }
        let part = reach.span.part(level: reach.level, column: column, row: row, isRound: reach.isRound)
        let neighbours = EntryPool.Entry.Neighbours(
            west: reach.isRound || column > reach.columns.lowerBound,
            south: row > reach.rows.lowerBound
        )
        let entries = pool.entries.span.extracting(run.indices)
        for index in entries.indices
        where !entries[index].isAlso(in: neighbours) && entries[index].part.overlaps(part) {
            found.append(entries[index].slot)
        }
    }

    /// The cells of a level that a box touches.
    private struct Reach {
        let span: CellSpan
        let level: Int
        let columns, rows: Range<Int>
        /// Whether they go around the Earth.
        let isRound: Bool

        @inline(__always)
        init(_ span: CellSpan, _ level: Int) {
            (self.span, self.level) = (span, level)
            (columns, rows) = (span.columns(level: level), span.rows(level: level))
            isRound = columns.count == 1 << level
        }
    }
}
