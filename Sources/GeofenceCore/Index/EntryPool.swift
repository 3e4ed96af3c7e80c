/// The entries of all cells, those of one cell side by side.
///
/// Those of a cell ascend by slot, so that what is found stands in one order, whatever came and went before.
/// A cell owns a block whose size is a power of two, or one and a half times that; it moves to the next size
/// when it is full, and gives the block back when it is empty. Blocks are never split: what was given back
/// serves the next cell that grows to that size.
struct EntryPool {
    /// All slots are below this.
    static let slotLimit: Int32 = 1 << 29

    /// A box in one of its cells, in 12 bytes.
    struct Entry {
        /// What lies of it in the cell.
        let part: CellPart
        /// The slot, and in the two lowest bits whether the box is also in the cell to the south and west.
        private let bits: UInt32

        /// Where there is none.
        static let vacant = Entry()

        private init() { (part, bits) = (.corner, .max) }

        init(part: CellPart, slot: Int32, continuesWest: Bool, continuesSouth: Bool) {
            precondition(0..<EntryPool.slotLimit ~= slot, "A slot above that has no room.")
            self.part = part
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
        /// How many there is room for: 0, or the size of a block.
        var capacity: Int32

        static let empty = Run(start: 0, count: 0, capacity: 0)

        var indices: Range<Int> { Int(start)..<Int(start) + Int(count) }
    }

    private(set) var entries: ContiguousArray<Entry> = []
    /// The starts of free blocks of 1, 2, 3, 4, 6, 8, 12 … entries, by the kind of their size.
    private var free = ContiguousArray(repeating: ContiguousArray<Int32>(), count: 2 * Int32.bitWidth)

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
        var larger = allocate(capacity: Self.size(above: run.capacity))
        for index in run.indices {
            entries[larger.indices.upperBound] = entries[index]
            entries[index] = .vacant
            larger.count += 1
        }
        if run.capacity > 0 { release(run) }
        run = larger
    }

    /// The size of a block that comes behind another; 0 stands before all.
    private static func size(above size: Int32) -> Int32 {
        guard size > 1 else { return size + 1 }
        return isPower(size) ? size + size / 2 : size / 3 * 4
    }

    /// The place of a size among those that are so often twice something.
    private static func kind(of size: Int32) -> Int {
        2 * size.trailingZeroBitCount + (isPower(size) ? 0 : 1)
    }

    private static func isPower(_ size: Int32) -> Bool { size & (size - 1) == 0 }

    private mutating func allocate(capacity: Int32) -> Run {
        if let start = free[Self.kind(of: capacity)].popLast() {
            return Run(start: start, count: 0, capacity: capacity)
        }
        let start = Int32(entries.count)
        entries.append(contentsOf: repeatElement(.vacant, count: Int(capacity)))
        return Run(start: start, count: 0, capacity: capacity)
    }

    private mutating func release(_ run: Run) {
        free[Self.kind(of: run.capacity)].append(run.start)
    }
}
