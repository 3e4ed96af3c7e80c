/// The entries of all cells, those of one cell side by side.
///
/// Those of a cell ascend by slot, so that what is found stands in one order, whatever came and went before.
/// A cell owns a block of one of the `BlockSize`s; it moves to the next size when it is full, and gives the
/// block back when it is empty. Blocks are never split: what was given back serves the next cell that grows
/// to that size. What stands behind the entries in a block means nothing.
struct EntryPool {
    /// All slots are below this, so that a run has room for the count of all of them.
    static let slotLimit: Int32 = 1 << 26 - 1

    /// A box in one of its cells, in 12 bytes.
    struct Entry {
        /// What lies of it in the cell.
        let part: CellPart
        /// The slot, and in the two lowest bits the neighbouring cells that have the box, too.
        private let bits: UInt32

        /// The cells to the west and south of one.
        struct Neighbours: OptionSet {
            let rawValue: UInt32

            static let west = Neighbours(rawValue: 1)
            static let south = Neighbours(rawValue: 2)

            init(rawValue: UInt32) { self.rawValue = rawValue }

            @inline(__always)
            init(west: Bool, south: Bool) { rawValue = (south ? 2 : 0) | (west ? 1 : 0) }
        }

        /// What stands where there is none yet.
        static let none = Entry(part: .corner, slot: 0, alsoIn: [])

        init(part: CellPart, slot: Int32, alsoIn neighbours: Neighbours) {
            precondition(0..<EntryPool.slotLimit ~= slot, "A slot above that has no room.")
            self.part = part
            bits = UInt32(slot) << 2 | neighbours.rawValue
        }

        var slot: Int32 { Int32(bits >> 2) }

        /// Whether the box is also in any of some neighbouring cells.
        @inline(__always)
        func isAlso(in neighbours: Neighbours) -> Bool { bits & neighbours.rawValue != 0 }
    }

    /// Neighbouring entries, in 8 bytes.
    struct Run {
        let start: Int32
        /// How many there are, and in the six lowest bits the size of the block they stand in.
        private let bits: UInt32

        /// None, in no block.
        static let empty = Run(start: 0, count: 0, size: .none)

        init(start: Int32, count: Int, size: BlockSize) {
            self.start = start
            bits = UInt32(count) << 6 | UInt32(size.number)
        }

        var count: Int { Int(bits >> 6) }
        var size: BlockSize { BlockSize(number: UInt8(bits & 63)) }
        var indices: Range<Int> { Int(start)..<Int(start) + count }

        /// The same block with another count of entries.
        func with(count: Int) -> Run { Run(start: start, count: count, size: size) }
    }

    private(set) var entries: ContiguousArray<Entry> = []
    /// The starts of free blocks, by the number of their size.
    private var free = ContiguousArray(repeating: ContiguousArray<Int32>(), count: BlockSize.limit)

    /// Adds an entry to a run, which may move.
    mutating func insert(_ entry: Entry, into run: inout Run) {
        if run.count == run.size.entries { enlarge(&run) }
        var index = run.indices.upperBound
        while index > run.indices.lowerBound, entries[index - 1].slot > entry.slot {
            entries[index] = entries[index - 1]
            index -= 1
        }
        entries[index] = entry
        run = run.with(count: run.count + 1)
    }

    /// Removes an entry from a run; those behind it move up.
    mutating func remove(at index: Int, from run: inout Run) {
        for moved in index..<run.indices.upperBound - 1 { entries[moved] = entries[moved + 1] }
        run = run.with(count: run.count - 1)
        guard run.count == 0 else { return }
        release(run)
        run = .empty
    }

    private mutating func enlarge(_ run: inout Run) {
        let size = run.size.next
        let start = allocate(size)
        for (place, index) in run.indices.enumerated() { entries[start + place] = entries[index] }
        release(run)
        run = Run(start: Int32(start), count: run.count, size: size)
    }

    private mutating func allocate(_ size: BlockSize) -> Int {
        if let start = free[Int(size.number)].popLast() { return Int(start) }
        entries.append(contentsOf: repeatElement(.none, count: size.entries))
        return entries.count - size.entries
    }

    private mutating func release(_ run: Run) {
        guard run.size != .none else { return }
        free[Int(run.size.number)].append(run.start)
    }
}
