/// Which edges may lie north or south of a place: the map in columns, and the edges in each.
struct LongitudeColumns {
    private let west: Double
    /// Columns per degree.
    private let rate: Double
    /// For every column where its edges begin, and at last where they end.
    private let starts: [Int32]
    private let edges: [Int32]

    /// Takes the longitudes of the ends of every edge; nil is none.
    init(_ spans: [(Double, Double)?]) {
        let west = spans.reduce(180.0) { west, span in span.map { min(west, $0.0, $0.1) } ?? west }
        let east = spans.reduce(-180.0) { east, span in span.map { max(east, $0.0, $0.1) } ?? east }
        self.west = west
        let width = max(east - west, 1e-9)
        var count = max(1, spans.count)
        var total = Int.max
        while true {
            let rate = Double(count) / width
            total = spans.reduce(0) { sum, span in
                sum + Self.columns(span, west: west, rate: rate, count: count).count
            }
            if total <= Self.fill * spans.count + Self.few || count == 1 { break }
            count = (count + 1) / 2
        }
        rate = Double(count) / width
        (starts, edges) = Self.table(spans, west: west, rate: rate, count: count, total: total)
    }

    /// Calls with every edge that may span a longitude, and others near it.
    @inline(__always)
    func forEach(at longitude: Double, _ body: (Int) -> Void) {
        let column = (longitude - west) * rate
        guard column >= 0 else { return }
        let index = min(Int(min(column, Double(starts.count))), starts.count - 2)
        for entry in Int(starts[index])..<Int(starts[index + 1]) { body(Int(edges[entry])) }
    }

    /// Entries per edge, on average, above which columns are made wider.
    private static let fill = 3
    private static let few = 16

    private static func table(
        _ spans: [(Double, Double)?],
        west: Double,
        rate: Double,
        count: Int,
        total: Int
    )
        -> (starts: [Int32], edges: [Int32])
    {
        var starts = [Int32](repeating: 0, count: count + 1)
        for span in spans {
            for column in columns(span, west: west, rate: rate, count: count) { starts[column + 1] += 1 }
        }
        for column in 0..<count { starts[column + 1] += starts[column] }
        var next = starts
        var edges = [Int32](repeating: 0, count: total)
        for (index, span) in spans.enumerated() {
            for column in columns(span, west: west, rate: rate, count: count) {
                edges[Int(next[column])] = Int32(index)
                next[column] += 1
            }
        }
        return (starts, edges)
    }

    private static func columns(
        _ span: (Double, Double)?,
        west: Double,
        rate: Double,
        count: Int
    )
        -> Range<Int>
    {
        guard let span else { return 0..<0 }
        let first = Int((min(span.0, span.1) - west) * rate)
        let last = Int((max(span.0, span.1) - west) * rate)
        return min(first, count - 1)..<min(last, count - 1) + 1
    }
}
