internal import CLibrary

extension Geodesic {
    /// Measures the direction in which the shortest way from one place to another begins.
    ///
    /// In degrees clockwise from north, from 0 up to and without 360. At a pole it is counted from the
    /// meridian of the place's longitude, as `destination` does. 0 where both places are the same, and where
    /// every way is as short (from pole to pole). Right to a millionth of a degree beyond a metre, save
    /// within some kilometres of the antipodes, where the shortest way itself is all but undecided.
    public static func bearing(from start: Coordinate, to end: Coordinate) -> Double {
        let (first, second) = (GeodesicPoint(start), GeodesicPoint(end))
        let east = (end.longitude - start.longitude).remainder(dividingBy: 360)
        let gap = first.gap(to: second)
        guard gap > 0 else { return second.latitude < first.latitude ? 180 : 0 }
        let heading = heading(first, second, gap: gap)
        let degrees = atan2(east < 0 ? -heading.east : heading.east, heading.north) * (180 / .pi)
        return degrees < 0 ? min(degrees + 360, 360.0.nextDown) : degrees
    }

    /// The heading towards an end that lies so many degrees, above 0, to the east.
    private static func heading(_ start: GeodesicPoint, _ end: GeodesicPoint, gap: Double) -> Heading {
        let longitude = gap * (Double.pi / 180)
        guard gap < 180, let omega = meridian(start, end, longitude: longitude) else {
            return AntipodalGeodesic(start, end, longitude: longitude).heading
        }
        return Heading(
            east: end.cosine * sin(omega),
            north: start.cosine * end.sine - start.sine * end.cosine * cos(omega)
        )
    }

    /// The difference in longitude on the auxiliary sphere, by the iteration of `distance`, with one step
    /// more.
    ///
    /// A length forgives a small miss of the longitude, a bearing does not.
    private static func meridian(_ start: GeodesicPoint, _ end: GeodesicPoint, longitude: Double) -> Double? {
        var omega = longitude
        for _ in 0..<bearingSteps {
            guard omega < .pi else { return nil }
            let arc = GeodesicArc(from: start, to: end, sine: sin(omega), cosine: cos(omega))
            let aim = longitude + arc.lag
            if abs(aim - omega) <= bearingTolerance * omega { return aim }
            omega = aim
        }
        return nil
    }

    private static let bearingSteps = 12
    /// The share of the angle that a step may still change before it is the last.
    private static let bearingTolerance = 1e-9
}

/// A direction by its parts to the east and to the north, of any length.
struct Heading {
    let east, north: Double
}
