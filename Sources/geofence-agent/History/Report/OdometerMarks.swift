/// What an odometer showed at some moments.
struct OdometerMarks {
    /// Milliseconds since 1970, ascending, each once.
    private let times: [Int64]
    private var metres: [Double] = []

    /// - Complexity: that of sorting.
    init(_ times: [Int64]) {
        var unique: [Int64] = []
        for time in times.sorted() where time != unique.last { unique.append(time) }
        self.times = unique
        metres.reserveCapacity(unique.count)
    }

    /// Notes what the odometer shows before a position of a moment counts.
    mutating func pass(_ time: Int64, _ odometer: borrowing Odometer) {
        while metres.count < times.count, times[metres.count] < time { metres.append(odometer.metres) }
    }

    /// All that is left shows the last number.
    mutating func finish(_ odometer: borrowing Odometer) { pass(.max, odometer) }

    /// Metres between two of the moments.
    func distance(from start: Int64, to end: Int64) -> Double { max(0, value(end) - value(start)) }

    private func value(_ time: Int64) -> Double {
        var (low, high) = (0, metres.count)
        while low < high {
            let middle = (low + high) / 2
            if times[middle] < time { low = middle + 1 } else { high = middle }
        }
        return low < metres.count ? metres[low] : metres.last ?? 0
    }
}
