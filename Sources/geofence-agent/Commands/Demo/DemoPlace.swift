import CLibrary

/// A place on the demonstration's map: metres east and north of its middle.
struct DemoPlace: Hashable {
    var east: Double
    var north: Double

    /// The middle of the map.
    static let middle = DemoPlace(east: 0, north: 0)

    /// Degrees north of the equator.
    var latitude: Double { Self.rounded(Self.middleLatitude + north / Self.metresPerDegree) }

    /// Degrees east of Greenwich.
    var longitude: Double {
        let metres = Self.metresPerDegree * cos(Self.middleLatitude * .pi / 180)
        return Self.rounded(Self.middleLongitude + east / metres)
    }

    /// Metres to another place.
    func distance(to other: DemoPlace) -> Double {
        hypot(other.east - east, other.north - north)
    }

    /// The place on the straight way to another, from 0 (here) to 1 (there).
    func toward(_ other: DemoPlace, _ part: Double) -> DemoPlace {
        DemoPlace(east: east + (other.east - east) * part, north: north + (other.north - north) * part)
    }

    static func + (a: DemoPlace, b: DemoPlace) -> DemoPlace {
        DemoPlace(east: a.east + b.east, north: a.north + b.north)
    }

    private static let middleLatitude = 52.5432
    private static let middleLongitude = 13.3661
    /// Metres of a degree of latitude on a sphere of the Earth's mean radius (IUGG: 6,371,008.8 m): the map
    /// is flat and small.
    private static let metresPerDegree = 6_371_008.8 * .pi / 180

    /// To six decimals, a tenth of a metre, as receivers send it.
    private static func rounded(_ degrees: Double) -> Double { (degrees * 1e6).rounded() / 1e6 }
}
