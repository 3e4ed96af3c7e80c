/// The first entry of each cell that has any: a hash table with open addressing and linear probing.
///
/// A cell that has become empty keeps its bucket until the table grows, so that probing never meets a gap.
struct CellTable {
    /// The head of a cell without entries.
    static let none: Int32 = -1

    private struct Bucket {
        var key: UInt64
        var head: Int32

        static let free = Bucket(key: .max, head: CellTable.none)
    }

    /// A power of two of them, at most half in use.
    private var buckets = ContiguousArray(repeating: Bucket.free, count: 16)
    private var used = 0

    /// The first entry of a cell, or `none`.
    func head(of key: UInt64) -> Int32 {
        buckets[position(of: key)].head
    }

    /// Makes an entry the first one of a cell.
    mutating func setHead(of key: UInt64, to entry: Int32) {
        var position = position(of: key)
        if buckets[position].key != key {
            guard entry != Self.none else { return }
            if used * 2 >= buckets.count {
                grow()
                position = self.position(of: key)
            }
            used += 1
        }
        buckets[position] = Bucket(key: key, head: entry)
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
    /// Source: the multiplier of Fibonacci hashing, 2⁶⁴ / φ (D. E. Knuth, The Art of Computer Programming 3, section 6.4).
    private static func mix(_ key: UInt64) -> Int {
        let product = key &* 0x9E37_79B9_7F4A_7C15
        return Int(truncatingIfNeeded: product ^ (product >> 32))
    }

    /// Drops the empty cells and makes room for twice as many as are left.
    private mutating func grow() {
        let kept = buckets.filter { $0.head != Self.none }
        var count = 16
        while count < kept.count * 4 { count *= 2 }
        buckets = ContiguousArray(repeating: .free, count: count)
        for bucket in kept { buckets[position(of: bucket.key)] = bucket }
        used = kept.count
    }
}
