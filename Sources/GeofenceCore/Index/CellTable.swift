/// Where the entries of each cell are: a hash table with open addressing and linear probing.
///
/// A cell of `Cell.pivot` or a finer level says, too, whether a finer cell in it has entries: so whoever
/// looks for fences looks into the smallest cells only where there are such. It may still say so after the
/// last of them has gone.
///
/// A cell that has become empty keeps its bucket until the table grows, so that probing never meets a gap.
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
    private var buckets = ContiguousArray(repeating: Contents.free, count: 16)
    private var used = 0

    /// The entries of a cell, none where it is unknown.
    func run(of key: UInt64) -> EntryPool.Run { contents(of: key).run }

    /// What there is in a cell, nothing where it is unknown.
    @inline(__always)
    func contents(of key: UInt64) -> Contents { buckets[position(of: key)] }

    /// How many buckets there are.
    var count: Int { buckets.count }

    /// Calls for each cell with entries.
    func forEach(_ body: (UInt64, EntryPool.Run) -> Void) {
        for bucket in buckets where bucket.run.count > 0 { body(bucket.key, bucket.run) }
    }

    /// Notes where the entries of a cell are now.
    mutating func set(_ run: EntryPool.Run, of key: UInt64) {
        if isFull, buckets[position(of: key)].key != key { clean() }
        buckets[positionToSet(key)].run = run
        if run.count > 0 { markParents(of: key) }
    }

    /// Has the coarser cells around a cell, up to one of `Cell.pivot`, say that they have it.
    ///
    /// One that says so has said it to those around it.
    private mutating func markParents(of key: UInt64) {
        var (level, column, row) = Cell.position(of: key)
        while level > Cell.pivot {
            (level, column, row) = (level - 2, column >> 2, row >> 2)
            let position = positionToSet(Cell.key(level: level, column: column, row: row))
            guard !buckets[position].hasFiner else { return }
            buckets[position].bits |= Contents.finerBit
        }
    }

    /// The bucket of a key, which is given one where it has none.
    private mutating func positionToSet(_ key: UInt64) -> Int {
        let position = position(of: key)
        if buckets[position].key == key { return position }
        if isFull {
            fill(buckets.count * 2, with: buckets.filter { $0.key != Contents.freeKey })
            return positionToSet(key)
        }
        used += 1
        buckets[position] = Contents(bits: key, run: .empty)
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

    private var isFull: Bool { used * 2 >= buckets.count }

    /// Drops the empty cells, and what is no longer true of finer ones, and makes room for twice as many as
    /// are left.
    private mutating func clean() {
        let kept = buckets.filter { $0.run.count > 0 }
        var count = 16
        while count < kept.count * 4 { count *= 2 }
        fill(count, with: ContiguousArray(kept.map { Contents(bits: $0.key, run: $0.run) }))
        for bucket in kept { markParents(of: bucket.key) }
        // So that the next time is as far off as it took to come here.
        if used * 4 > buckets.count {
            fill(buckets.count * 2, with: buckets.filter { $0.key != Contents.freeKey })
        }
    }

    /// Has so many buckets, and these in them.
    private mutating func fill(_ count: Int, with kept: ContiguousArray<Contents>) {
        buckets = ContiguousArray(repeating: .free, count: count)
        for bucket in kept { buckets[position(of: bucket.key)] = bucket }
        used = kept.count
    }
}
