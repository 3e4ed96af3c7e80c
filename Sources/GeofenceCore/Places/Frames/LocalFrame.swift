/// The plane that touches the ellipsoid at its origin: true metres at any latitude, at the antimeridian and
/// at the poles.
///
/// Metres of the plane are those of the ellipsoid to d³ / 2R²: 1.5 mm at 5 km, 12 µm at 1 km.
struct LocalFrame: PlaneFrame {
    private let origin, east, north: SpacePoint

    init(at place: Coordinate) { self.init(at: FramePlace(place)) }

    init(at place: FramePlace) {
        origin = place.space
        east = SpacePoint(x: -place.sinLongitude, y: place.cosLongitude, z: 0)
        north = SpacePoint(
            x: -place.sinLatitude * place.cosLongitude,
            y: -place.sinLatitude * place.sinLongitude,
            z: place.cosLatitude
        )
    }

    /// Farther away than this many metres the plane says nothing.
    static let reach = 5_000.0

    func offset(of place: Coordinate) -> Offset? { offset(of: GeodesicPoint(place).space) }

    func offset(of place: SpacePoint) -> Offset? {
        let away = place - origin
        guard away.square <= Self.reach * Self.reach else { return nil }
        return Offset(east: away.dot(east), north: away.dot(north))
    }

    func coordinate(of offset: Offset) -> Coordinate {
        Coordinate(GeodesicPoint(below: origin + offset.east * east + offset.north * north))
    }

    func eastward(of other: LocalFrame) -> Offset {
        let direction = Offset(east: other.east.dot(east), north: other.east.dot(north))
        let length = direction.length
        return length > 0 ? 1 / length * direction : Offset(east: 1, north: 0)
    }
}
