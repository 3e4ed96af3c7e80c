/// The entries of all cells, those of one cell side by side.
///
/// Those of a cell ascend by slot, so that what is found stands in one order, whatever came and went before.
/// A cell owns a block whose size is a power of two, moves to one twice as large when it is full, and gives
/// it back when it is empty. Blocks are never split: what was given back serves the next cell that grows to
/// that size.
struct EntryPool {
    /// All slots are below this.
    static let slotLimit: Int32 = 1 << 29

    /// A box in one of its cells, in 20 bytes.
    struct Entry {
        let box: GridBox
        /// The slot, and in the two lowest bits whether the box is also in the cell to the south and west.
        private let bits: UInt32

        /// Where there is none.
        static let vacant = Entry()

        private init() { (box, bits) = (.corner, .max) }

        init(box: GridBox, slot: Int32, continuesWest: Bool, continuesSouth: Bool) {
            precondition(0..<EntryPool.slotLimit ~= slot, "A slot above that has no room.")
            self.box = box
            bits = UInt32(slot) << 2 | (continuesSouth ? 2 : 0) | (continuesWest ? 1 : 0)
        }

        /// Above all others where there is none.
        var slot: Int32 { Int32(bits >> 2) }
        var isVacant: Bool { bits == .max }
        /// Whether the box is also in the cell to the west.
        var continuesWest: Bool { bits & 1 != 0 }
        /// Whether the box is also in the cell to the south.
        var continuesSouth: Bool { bits & 2 != 0 }
    }

    /// Neighbouring entries.
    struct Run {
        var start: Int32
        var count: Int32
        /// How many there is room for: 0 or a power of two.
        var capacity: Int32

        static let empty = Run(start: 0, count: 0, capacity: 0)

        var indices: Range<Int> { Int(start)..<Int(start) + Int(count) }
    }

    private(set) var entries: ContiguousArray<Entry> = []
    /// The starts of free blocks of 1, 2, 4 … entries.
    private var free = ContiguousArray(repeating: ContiguousArray<Int32>(), count: Int32.bitWidth)

    /// Adds an entry to a run, which may move.
    mutating func insert(_ entry: Entry, into run: inout Run) {
        if run.count == run.capacity { enlarge(&run) }
        var index = run.indices.upperBound
        while index > run.indices.lowerBound, entries[index - 1].slot > entry.slot {
            entries[index] = entries[index - 1]
            index -= 1
        }
        entries[index] = entry
        run.count += 1
    }

    /// Removes an entry from a run; those behind it move up.
    mutating func remove(at index: Int, from run: inout Run) {
        let last = run.indices.upperBound - 1
        for moved in index..<last { entries[moved] = entries[moved + 1] }
        entries[last] = .vacant
        run.count -= 1
        guard run.count == 0 else { return }
        release(run)
        run = .empty
    }

    private mutating func enlarge(_ run: inout Run) {
        var larger = allocate(capacity: max(1, run.capacity * 2))
        for index in run.indices {
            entries[larger.indices.upperBound] = entries[index]
            entries[index] = .vacant
            larger.count += 1
        }
        if run.capacity > 0 { release(run) }
        run = larger
    }

    private mutating func allocate(capacity: Int32) -> Run {
        if let start = free[capacity.trailingZeroBitCount].popLast() {
            return Run(start: start, count: 0, capacity: capacity)
        }
        let start = Int32(entries.count)
        entries.append(contentsOf: repeatElement(.vacant, count: Int(capacity)))
        return Run(start: start, count: 0, capacity: capacity)
    }

    private mutating func release(_ run: Run) {
        free[run.capacity.trailingZeroBitCount].append(run.start)
    }
}
