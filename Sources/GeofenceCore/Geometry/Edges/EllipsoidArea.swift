internal import CLibrary

/// Areas on the ellipsoid.
enum EllipsoidArea {
    /// Square metres between the equator and a latitude in degrees for every radian of longitude; negative in
    /// the south.
    ///
    /// Source: J. P. Snyder, Map Projections: A Working Manual, USGS Professional Paper 1395 (1987), eq.
    /// 3-12. The area hyperbolic tangent in it, atanh(e sin φ) / e, is taken from its series, to a part in
    /// 10¹².
    static func belt(to latitude: Double) -> Double {
        let sine = sin(latitude * (.pi / 180))
        let square = WGS84.eccentricitySquared * sine * sine
        let series =
            1 + square * (1 / 3 + square * (1 / 5 + square * (1 / 7 + square * (1 / 9 + square / 11))))
        return WGS84.polarRadius * WGS84.polarRadius / 2 * sine * (1 / (1 - square) + series)
    }

    /// Square metres between the equator and an edge from west to east, by Simpson's rule on pieces of a
    /// degree or less.
    static func under(_ start: StripPoint, _ end: StripPoint) -> Double {
        let east = end.longitude - start.longitude
        guard east != 0 else { return 0 }
        let north = end.latitude - start.latitude
        let pieces = max(1, Int(max(abs(north), 1).rounded(.up)))
        var sum = 0.0
        for piece in 0..<pieces {
            let share = (Double(piece) + 0.5) / Double(pieces)
            let half = 0.5 / Double(pieces)
            let middle = belt(to: start.latitude + share * north)
            let sides =
                belt(to: start.latitude + (share - half) * north)
                + belt(to: start.latitude + (share + half) * north)
            sum += (sides + 4 * middle) / 6
        }
        return sum / Double(pieces) * east * (.pi / 180)
    }
}
