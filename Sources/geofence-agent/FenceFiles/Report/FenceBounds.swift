import GeofenceCore

/// The parallels and meridians between which fences lie: what shows at a glance that longitude and latitude
/// are swapped.
struct FenceBounds: Hashable {
    /// Degrees.
    let south, north: Double
    /// Degrees; `west` is the greater one where the fences lie on both sides of the antimeridian.
    let west, east: Double

    /// The narrowest bounds of all of them; nil where there is none.
    ///
    /// - Complexity: O(n log n).
    init?(_ extents: [ShapeExtent]) {
        guard let south = extents.lazy.map(\.south).min(), let north = extents.lazy.map(\.north).max() else {
            return nil
        }
        (self.south, self.north) = (south, north)
        (west, east) = Self.arc(extents.map { ($0.west, $0.east) })
    }

    /// The shortest arc that holds all arcs: what is left of the circle beside the widest gap between them.
    private static func arc(_ arcs: [(west: Double, east: Double)]) -> (Double, Double) {
        let sorted = arcs.map { (west: $0.west, east: $0.east < $0.west ? $0.east + 360 : $0.east) }
            .sorted { $0.west < $1.west }
        guard let first = sorted.first else { return (-180, 180) }
        var (reach, last) = (first.east, first.east)
        var gap = (width: 0.0, west: -180.0, east: 180.0)
        for arc in sorted.dropFirst() {
            if arc.west - reach > gap.width { gap = (arc.west - reach, arc.west, reach) }
            reach = max(reach, arc.east)
            last = reach
        }
        let around = first.west + 360 - last
        if around > 0, around >= gap.width { gap = (around, first.west, last) }
        guard gap.width > 0 else { return (-180, 180) }
        return (gap.west, gap.east > 180 ? gap.east - 360 : gap.east)
    }

    /// `52.30…52.70 N, 13.00…13.90 E`, with more decimals where it is narrow.
    var text: String {
        let width = east < west ? east + 360 - west : east - west
        let places = max(north - south, width) < 0.1 ? 4 : 2
        return Self.range(south, north, "S", "N", places) + ", " + Self.range(west, east, "W", "E", places)
    }

    /// As a GeoJSON bbox: west, south, east, north; to a ten-millionth of a degree, 1 cm.
    var json: JSONValue {
        .list([west, south, east, north].map { .number(($0 * 1e7).rounded() / 1e7) })
    }

    private static func range(_ low: Double, _ high: Double, _ minus: String, _ plus: String, _ places: Int)
        -> String
    {
        let (start, end) = (
            DecimalText.of(abs(low), places: places), DecimalText.of(abs(high), places: places)
        )
        let (first, second) = (low < 0 ? minus : plus, high < 0 ? minus : plus)
        return first == second ? "\(start)…\(end) \(first)" : "\(start) \(first)…\(end) \(second)"
    }
}

/// Numbers for a person.
enum DecimalText {
    /// A number of at least 0 with so many decimals, rounded; of one that is too large for that all it has.
    static func of(_ number: Double, places: Int) -> String {
        let scale = (0..<places).reduce(1.0) { scale, _ in scale * 10 }
        guard let scaled = Int(exactly: (number * scale).rounded()) else { return "\(number)" }
        let (whole, rest) = scaled.quotientAndRemainder(dividingBy: Int(scale))
        let digits = String(rest)
        return "\(whole)." + String(repeating: "0", count: max(0, places - digits.count)) + digits
    }
}
