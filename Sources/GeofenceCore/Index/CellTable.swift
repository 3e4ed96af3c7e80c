/// Where the entries of each cell are: a hash table with open addressing and linear probing.
///
/// A cell of `Cell.pivot` or a finer level says, too, whether a finer cell in it has entries: so whoever
/// looks for fences looks into the smallest cells only where there are such. It may still say so after the
/// last of them has gone.
///
/// A cell that has become empty keeps its bucket until the table is cleaned, so that probing never meets a
/// gap.
struct CellTable {
    /// What the table knows of a cell.
    struct Contents {
        /// The key, and one bit.
        fileprivate var bits: UInt64
        fileprivate(set) var run: EntryPool.Run

        /// Whether a finer cell in it may have entries.
        var hasFiner: Bool { bits & Self.finerBit != 0 }
        fileprivate var key: UInt64 { bits & ~Self.finerBit }

        fileprivate static let free = Contents(bits: freeKey, run: .empty)
        fileprivate static let freeKey = ~finerBit
        /// No key of a cell has it.
        fileprivate static let finerBit: UInt64 = 1 << 63
    }

    /// A power of two of them, at most half in use.
    private var buckets = ContiguousArray(repeating: Contents.free, count: Self.fewest)
    private var used = 0
    /// How many cells say that they have finer ones, by level from `Cell.pivot` on.
    private var countsWithFiner = Self.noneWithFiner

    private static let noneWithFiner = InlineArray<4, Int>(repeating: 0)

    /// How many cells of a level say that they have finer ones: `Cell.pivot`, or every second one behind it.
    func countWithFiner(level: Int) -> Int { countsWithFiner[(level - Cell.pivot) / 2] }

    private static let fewest = 32
    /// A cell, and all coarser ones around it that say that they have it.
    private static let mostNew = 1 + (Cell.finest - Cell.pivot) / 2

    /// The entries of a cell, none where it is unknown.
    func run(of key: UInt64) -> EntryPool.Run { contents(of: key).run }

    /// What there is in a cell, nothing where it is unknown.
    @inline(__always)
    func contents(of key: UInt64) -> Contents { buckets[position(of: key)] }

    /// Puts it into large pages, where it takes very much memory; gives how many bytes.
    func useLargePages() -> Int { buckets.withUnsafeBytes { LargePages.move($0).asked } }

    /// How many buckets there are.
    var count: Int { buckets.count }

    /// Calls for each cell with entries.
    func forEach(_ body: (UInt64, EntryPool.Run) -> Void) {
        for bucket in buckets where bucket.run.count > 0 { body(bucket.key, bucket.run) }
    }

    /// Notes where the entries of a cell are now.
    mutating func set(_ run: EntryPool.Run, of key: UInt64) {
        if (used + Self.mostNew) * 2 > buckets.count { clean() }
        enter(run, of: key)
    }

    /// The same where there is room for it.
    private mutating func enter(_ run: EntryPool.Run, of key: UInt64) {
        buckets[positionToSet(key)].run = run
        guard run.count > 0 else { return }
        // A coarser cell that has finer ones has said so to those around it.
        var (level, column, row) = Cell.position(of: key)
        while level > Cell.pivot {
            (level, column, row) = (level - 2, column >> 2, row >> 2)
            let position = positionToSet(Cell.key(level: level, column: column, row: row))
            guard !buckets[position].hasFiner else { return }
            buckets[position].bits |= Contents.finerBit
            countsWithFiner[(level - Cell.pivot) / 2] += 1
        }
    }

    /// The bucket of a key, which is given one where it has none.
    private mutating func positionToSet(_ key: UInt64) -> Int {
        let position = position(of: key)
        if buckets[position].key != key {
            used += 1
            buckets[position] = Contents(bits: key, run: .empty)
        }
        return position
    }

    /// The bucket of a key, or the free one where it belongs.
    @inline(__always)
    private func position(of key: UInt64) -> Int {
        let mask = buckets.count - 1
        var position = Self.mix(key) & mask
        while true {
            let other = buckets[position].key
            if other == key || other == Contents.freeKey { return position }
            position = (position + 1) & mask
        }
    }

    /// Spreads keys that differ in few bits.
    ///
    /// Source: the multiplier of Fibonacci hashing, 2⁶⁴ / φ (D. E. Knuth, The Art of Computer Programming 3,
    /// section 6.4).
    private static func mix(_ key: UInt64) -> Int {
        let product = key &* 0x9E37_79B9_7F4A_7C15
        return Int(truncatingIfNeeded: product ^ (product >> 32))
    }

    /// Drops the empty cells, and what is no longer true of finer ones, and makes room for half as many as
    /// are left, or more.
    private mutating func clean() {
        let kept = buckets.filter { $0.run.count > 0 }
        var count = Self.fewest
        while count < kept.count * 4 { count *= 2 }
        while !enter(kept, in: count) { count *= 2 }
    }

    /// Has so many buckets, with these cells in them; false where too few are left.
    private mutating func enter(_ cells: [Contents], in count: Int) -> Bool {
        buckets = ContiguousArray(repeating: .free, count: count)
        (used, countsWithFiner) = (0, Self.noneWithFiner)
        for cell in cells {
            guard (used + Self.mostNew) * 2 <= count else { return false }
            enter(cell.run, of: cell.key)
        }
        // So that the next time is far off.
        return used * 3 <= count
    }
}
