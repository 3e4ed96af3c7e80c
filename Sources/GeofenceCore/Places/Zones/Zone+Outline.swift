internal import CLibrary

extension Zone {
    /// The ellipse that holds a share of the zone's visits, as places along it counter-clockwise from its
    /// long axis; the last is the first.
    ///
    /// The square of the Mahalanobis distance that holds a share p is -2 ln(1 - p). A share not above 0 and
    /// below 1 counts as 0.95.
    public func outline(holding share: Double = 0.95, corners: Int = 48) -> [Coordinate] {
        let share = share > 0 && share < 1 ? share : 0.95
        let (long, short, direction) = covariance.axes
        let scale = (-2 * log(1 - share)).squareRoot()
        let (a, b) = (scale * long.squareRoot(), scale * short.squareRoot())
        let frame = LocalFrame(at: center)
        let count = max(4, corners)
        let ring = (0..<count).map { corner in
            let turn = 2 * Double.pi * Double(corner) / Double(count)
            let (x, y) = (a * cos(turn), b * sin(turn))
            return frame.coordinate(
                of: Offset(
                    east: x * direction.east - y * direction.north,
                    north: x * direction.north + y * direction.east
                )
            )
        }
        return ring + ring.prefix(1)
    }

    /// The same as a polygon in well-known text (OGC 06-103r4): longitude first, in degrees to six decimals.
    ///
    /// Across the antimeridian longitudes go on beyond 180 or -180, so that the ring stays one and simple.
    /// One around a pole can't be a ring of longitudes and latitudes, and is not simple.
    public func wkt(holding share: Double = 0.95) -> String {
        let corners = outline(holding: share).map { place in
            let turns = ((place.longitude - center.longitude) / 360).rounded()
            return "\(Self.text(place.longitude - 360 * turns)) \(Self.text(place.latitude))"
        }
        return "POLYGON((\(corners.joined(separator: ","))))"
    }

    /// Degrees with six decimals, 11 cm.
    private static func text(_ degrees: Double) -> String {
        let units = Int64((degrees * 1e6).rounded())
        let (whole, rest) = units.magnitude.quotientAndRemainder(dividingBy: 1_000_000)
        let digits = String(rest)
        let zeros = String(repeating: "0", count: 6 - digits.count)
        return "\(units < 0 ? "-" : "")\(whole).\(zeros)\(digits)"
    }
}
