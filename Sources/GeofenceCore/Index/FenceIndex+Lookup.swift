extension FenceIndex {
    /// Appends the slots whose box holds a place, each once, in no particular order.
    ///
    /// - Complexity: one cell for each level in use, and the boxes entered there.
    func candidates(at place: Coordinate, into found: inout [Int32]) {
        let (column, row) = (Cell.column(place.longitude), Cell.row(place.latitude))
        var remaining = levels
        while remaining != 0 {
            let level = remaining.trailingZeroBitCount
            remaining &= remaining - 1
            let shift = Cell.finest - level
            var next = cells.head(of: Cell.key(level: level, column: column >> shift, row: row >> shift))
            while next != CellTable.none {
                let entry = entries[Int(next)]
                if entry.box.contains(place) { found.append(entry.slot) }
                next = entry.next
            }
        }
    }

    /// Appends the slots whose box is within some metres of a place, each once, in no particular order.
    ///
    /// A few that are slightly farther away may be among them; none that is near is missing.
    /// - Complexity: the cells within reach on each level in use, or all boxes where these are fewer.
    func candidates(within metres: Double, of place: Coordinate, into found: inout [Int32]) {
        let reach = BoundingBox(around: place, metres: metres)
        let span = CellSpan(reach)
        guard cellCount(of: span) <= entries.count else {
            scan(reach, into: &found)
            return
        }
        var remaining = levels
        while remaining != 0 {
            visit(span, level: remaining.trailingZeroBitCount, reach: reach, into: &found)
            remaining &= remaining - 1
        }
    }

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
    /// A box in two of them is taken from the first: one that continues to the west or south has been met there already, unless that
    /// cell is not visited. Where all columns are visited, none is left out, whatever the order.
    private func visit(_ span: CellSpan, level: Int, reach: BoundingBox, into found: inout [Int32]) {
        let (columns, rows) = (span.columns(level: level), span.rows(level: level))
        let isRound = columns.count == 1 << level
        for row in rows {
            for column in columns {
                let seesWest = isRound || column > columns.lowerBound
                let seesSouth = row > rows.lowerBound
                var next = cells.head(of: Cell.key(level: level, column: column, row: row))
                while next != CellTable.none {
                    let entry = entries[Int(next)]
                    let isKnown = (seesWest && entry.continuesWest) || (seesSouth && entry.continuesSouth)
                    if !isKnown && entry.box.overlaps(reach) { found.append(entry.slot) }
                    next = entry.next
                }
            }
        }
    }

    /// Compares all boxes, each where its south-western cell has it.
    private func scan(_ reach: BoundingBox, into found: inout [Int32]) {
        for entry in entries where entry.slot >= 0 && !entry.continuesWest && !entry.continuesSouth {
            if entry.box.overlaps(reach) { found.append(entry.slot) }
        }
    }
}
