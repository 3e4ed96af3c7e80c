/// Where the entries of each cell are: a hash table with open addressing and linear probing.
///
/// A cell that has become empty keeps its bucket until the table grows, so that probing never meets a gap.
struct CellTable {
    private struct Bucket {
        var key: UInt64
        var run: EntryPool.Run

        static let free = Bucket(key: .max, run: .empty)
    }

    /// A power of two of them, at most half in use.
    private var buckets = ContiguousArray(repeating: Bucket.free, count: 16)
    private var used = 0

    /// The entries of a cell, none where it is unknown.
    func run(of key: UInt64) -> EntryPool.Run {
        buckets[position(of: key)].run
    }

    /// How many buckets there are.
    var count: Int { buckets.count }

    /// Calls for each cell with entries.
    func forEach(_ body: (UInt64, EntryPool.Run) -> Void) {
        for bucket in buckets where bucket.run.count > 0 { body(bucket.key, bucket.run) }
    }

    /// Notes where the entries of a cell are now.
    mutating func set(_ run: EntryPool.Run, of key: UInt64) {
        var position = position(of: key)
        if buckets[position].key != key {
            if used * 2 >= buckets.count {
                grow()
                position = self.position(of: key)
            }
            used += 1
        }
        buckets[position] = Bucket(key: key, run: run)
    }

    /// The bucket of a key, or the free one where it belongs.
    private func position(of key: UInt64) -> Int {
        let mask = buckets.count - 1
        var position = Self.mix(key) & mask
        while buckets[position].key != key && buckets[position].key != .max {
            position = (position + 1) & mask
        }
        return position
    }

    /// Spreads keys that differ in few bits.
    ///
    /// Source: the multiplier of Fibonacci hashing, 2⁶⁴ / φ (D. E. Knuth, The Art of Computer Programming 3,
    /// section 6.4).
    private static func mix(_ key: UInt64) -> Int {
        let product = key &* 0x9E37_79B9_7F4A_7C15
        return Int(truncatingIfNeeded: product ^ (product >> 32))
    }

    /// Drops the empty cells and makes room for twice as many as are left.
    private mutating func grow() {
        let kept = buckets.filter { $0.run.count > 0 }
        var count = 16
        while count < kept.count * 4 { count *= 2 }
        buckets = ContiguousArray(repeating: .free, count: count)
        for bucket in kept { buckets[position(of: bucket.key)] = bucket }
        used = kept.count
    }
}
