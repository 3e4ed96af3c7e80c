import CLibrary
import GeofenceCore

/// What part of the Earth a small map shows, and where in it a place lies: a plane in metres around the
/// middle, north up.
///
/// For drawing alone: within some kilometres it is right to a pixel, everything that is decided is measured
/// on the ellipsoid.
struct MapFrame: Hashable {
    /// Width and height in pixels.
    static let size = 400.0
    /// Pixels from the middle beyond which nothing is drawn truly.
    private static let farthest = 5000.0

    let center: Coordinate
    /// Metres from the middle to each edge.
    let extent: Double

    /// Pixels a metre.
    var scale: Double { Self.size / 2 / extent }

    /// Metres of a degree of latitude and of longitude around the middle.
    ///
    /// Source: the series of the meridian's arc and the parallel's on WGS 84, as the Geospatial-Intelligence
    /// Agency's calculator has them.
    private var degree: (latitude: Double, longitude: Double) {
        let angle = center.latitude * .pi / 180
        return (
            111_132.92 - 559.82 * cos(2 * angle) + 1.175 * cos(4 * angle),
            111_412.84 * cos(angle) - 93.5 * cos(3 * angle) + 0.118 * cos(5 * angle)
        )
    }

    /// Where a place is, from the upper left corner.
    func point(longitude: Double, latitude: Double) -> MapPoint {
        let turns = ((longitude - center.longitude) / 360).rounded()
        let east = (longitude - center.longitude - turns * 360) * degree.longitude * scale
        let north = (latitude - center.latitude) * degree.latitude * scale
        return MapPoint(x: Self.size / 2 + Self.near(east), y: Self.size / 2 - Self.near(north))
    }

    private static func near(_ pixels: Double) -> Double { min(max(pixels, -farthest), farthest) }

    /// A round number of metres for the scale bar, at most a quarter of the width: 1, 2 or 5 and noughts.
    var bar: Int {
        let most = extent / 2
        var best = 1
        for power in [1, 10, 100, 1000, 10_000] {
            for digit in [1, 2, 5] where Double(digit * power) <= most { best = digit * power }
        }
        return best
    }
}

/// A point of a map, in pixels from the upper left corner.
struct MapPoint: Hashable {
    var x, y: Double

    /// `12.5 80`: to a tenth, the same bytes on every machine.
    var text: String { "\(Self.text(x)) \(Self.text(y))" }

    /// A number to a tenth.
    static func text(_ number: Double) -> String {
        let tenths = Int((number * 10).rounded())
        let sign = tenths < 0 ? "-" : ""
        let (whole, rest) = tenths.magnitude.quotientAndRemainder(dividingBy: 10)
        return rest == 0 ? "\(sign)\(whole)" : "\(sign)\(whole).\(rest)"
    }
}
