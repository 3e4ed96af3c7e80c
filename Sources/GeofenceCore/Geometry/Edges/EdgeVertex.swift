internal import CLibrary

/// A corner of a line, and the edge from it to the next corner.
struct EdgeVertex {
    /// Degrees, as on the map.
    let point: StripPoint
    /// Where it is.
    let space: SpacePoint
    /// How far the edge to the next corner may be from the straight line through space, in metres; below 0
    /// where there is none.
    let sag: Double

    /// The edge goes on to `next`; nil ends the line.
    init(_ point: StripPoint, next: StripPoint?) {
        self.point = point
        space = GeodesicPoint(longitude: point.longitude, latitude: point.latitude).space
        sag = next.map { Self.sag(point, $0) } ?? -1
    }

    /// Degrees that an edge spans at most; longer ones get corners in between.
    static let longest = 1.0

    /// An eighth of the greatest second derivative by the way from 0 to 1, where in radians
    /// |E''| ≤ a²/b (Δφ² + 2 |Δφ Δλ| + cos φ Δλ²).
    private static func sag(_ start: StripPoint, _ end: StripPoint) -> Double {
        let north = abs(end.latitude - start.latitude) * (.pi / 180)
        let east = abs(end.longitude - start.longitude) * (.pi / 180)
        let straddles = (start.latitude < 0) != (end.latitude < 0)
        let nearest = straddles ? 0 : min(abs(start.latitude), abs(end.latitude))
        let bend = north * north + 2 * north * east + cos(nearest * (.pi / 180)) * east * east
        return bend * (WGS84.equatorialRadius * 1.004 / 8)
    }
}
