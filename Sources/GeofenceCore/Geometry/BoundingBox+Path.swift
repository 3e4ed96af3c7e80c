internal import CLibrary

extension BoundingBox {
    /// Makes a box of all places on a path, a little too large and never too small.
    ///
    /// The normal to the ellipsoid lies in the meridian, so each place has the longitude of the straight line
    /// above which it lies, and the line goes steadily from the one fix's longitude to the other's, the
    /// shorter way round. Nor is a place farther north or south, along the Earth's axis, than the line's ends
    /// by more than the line is deep.
    init(of path: TravelPath) {
        let margin = path.depth + Self.pathAllowance
        let south = Self.latitude(height: min(path.start.z, path.end.z) - margin)
        let north = Self.latitude(height: max(path.start.z, path.end.z) + margin)
        guard south > -Self.steady, north < Self.steady else {
            self.init(south: south, north: north)
            return
        }
        let (start, end) = (path.place(at: 0).longitude, path.place(at: 1).longitude)
        let (west, east) = Self.wrapped(end - start) < 0 ? (end, start) : (start, end)
        self.init(
            south: south,
            west: Self.wrapped(west - Self.slack),
            north: north,
            east: Self.wrapped(east + Self.slack)
        )
    }

    /// Metres added for the rounding of places on a path.
    private static let pathAllowance = 1e-4
    /// The latitude beyond which a longitude is too sensitive to rounding; all are taken instead.
    private static let steady = 89.9

    /// The latitude in degrees, up to a pole, of the parallel that many metres north of the equator's plane.
    private static func latitude(height: Double) -> Double {
        let sine = height / WGS84.polarRadius
        guard abs(sine) < 1 else { return sine < 0 ? -90 : 90 }
        return degrees(reduced: asin(sine))
    }
}
