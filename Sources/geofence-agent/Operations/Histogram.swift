/// How often something took how long, in the buckets that Prometheus adds up.
struct Histogram: Hashable, Sendable {
    /// Microseconds up to which each bucket counts, ascending; longer ones are counted besides.
    let bounds: [Int64]
    /// By bucket, each for itself; the last is of what is longer than all bounds.
    private(set) var counts: [UInt64]
    /// Microseconds, all together.
    private(set) var sum: Int64 = 0

    init(bounds: [Int64]) {
        self.bounds = bounds
        counts = Array(repeating: 0, count: bounds.count + 1)
    }

    /// How often.
    var count: UInt64 { counts.reduce(0, +) }

    /// Counts one; a clock that was set back makes none shorter than nothing.
    mutating func note(_ microseconds: Int64) {
        let length = max(0, microseconds)
        var bucket = 0
        while bucket < bounds.count, length > bounds[bucket] { bucket += 1 }
        counts[bucket] += 1
        sum += length
    }
}
