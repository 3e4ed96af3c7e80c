import CLibrary

/// Leaves out positions that the others imply: one at a time, in order, with the memory of one.
///
/// Who goes from each position that is kept to the next, in a straight line and evenly, is at no moment of a
/// position that was left out farther than the tolerance from it. So stops and changes of speed stay, unlike
/// with lines that look at places alone.
///
/// Source: Lin, Jiang, Ma, Huai, "One-pass trajectory simplification using the synchronous Euclidean
/// distance", 2019; the squares here lie in the circles there.
/// - Complexity: the same for each position.
struct TrackSimplifier {
    /// Metres to the side of a square that lies in the circle of the tolerance.
    private let reach: Double
    /// The last position that is kept.
    private var anchor: HistoryPosition?
    /// The newest position, which may be left out.
    private var open: HistoryPosition?
    /// Metres in a millisecond to the east and to the north with which all that lies between is met.
    private var east = Span()
    private var north = Span()

    private struct Span {
        var low = -Double.infinity
        var high = Double.infinity

        func contains(_ value: Double) -> Bool { low <= value && value <= high }

        mutating func narrow(_ low: Double, _ high: Double) {
            (self.low, self.high) = (max(self.low, low), min(self.high, high))
        }
    }

    /// Metres of a degree on the mean Earth, in 10⁻⁷ degrees.
    private static let metres = 6_371_008.8 * Double.pi / 180 * 1e-7

    /// `tolerance` is in metres; with 0 each position stays that no straight way at an even speed implies.
    init(tolerance: Double) { reach = tolerance / 2.0.squareRoot() }

    /// Whether one waits that may be kept.
    var isOpen: Bool { open != nil }

    /// Takes the next position, a later one; gives one that is kept.
    mutating func add(_ row: HistoryPosition) -> HistoryPosition? {
        guard let anchor else {
            self.anchor = row
            return row
        }
        guard let open else {
            bound(row, from: anchor)
            self.open = row
            return nil
        }
        let way = Self.velocity(anchor, row)
        if east.contains(way.east), north.contains(way.north) {
            bound(row, from: anchor)
            self.open = row
            return nil
        }
        (self.anchor, east, north) = (open, Span(), Span())
        bound(row, from: open)
        self.open = row
        return open
    }

    /// The last position, which is kept, too; nil where it has been given.
    mutating func end() -> HistoryPosition? {
        defer { open = nil }
        return open
    }

    /// What is on the way to a later one must pass a position within the tolerance.
    private mutating func bound(_ row: HistoryPosition, from anchor: HistoryPosition) {
        let way = Self.velocity(anchor, row)
        let slack = reach / Self.duration(anchor, row)
        east.narrow(way.east - slack, way.east + slack)
        north.narrow(way.north - slack, way.north + slack)
    }

    private static func duration(_ from: HistoryPosition, _ to: HistoryPosition) -> Double {
        max(1, Double(to.time) - Double(from.time))
    }

    /// Metres in a millisecond, the short way round the Earth.
    private static func velocity(
        _ from: HistoryPosition,
        _ to: HistoryPosition
    ) -> (east: Double, north: Double) {
        let across = remainder(Double(to.longitude) - Double(from.longitude), 3_600_000_000)
        let up = Double(to.latitude) - Double(from.latitude)
        let narrowing = cos(Double(from.latitude) * 1e-7 * .pi / 180)
        let time = duration(from, to)
        return (across * metres * narrowing / time, up * metres / time)
    }
}
