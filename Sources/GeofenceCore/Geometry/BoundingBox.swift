/// The places between two parallels and two meridians, edges included.
///
/// May cross the antimeridian (`west` is then greater than `east`), and may hold all longitudes, as a box
/// around a pole does.
struct BoundingBox: Hashable {
    /// Degrees, -90 to 90.
    let south, north: Double
    /// Degrees, -180 to 180; -180 only where the box holds all longitudes.
    let west, east: Double

    /// All of the Earth.
    static let everywhere = BoundingBox(south: -90, north: 90)

    /// Makes a box that goes eastwards from `west` to `east`.
    init(south: Double, west: Double, north: Double, east: Double) {
        let isRound = west == -180 && east == 180
        self.south = south
        self.north = north
        self.west = west == -180 && !isRound ? 180 : west
        self.east = east == -180 ? 180 : east
    }

    /// Makes a box of all longitudes.
    init(south: Double, north: Double) {
        self.init(south: south, west: -180, north: north, east: 180)
    }

    /// Whether it goes across the antimeridian.
    var crossesAntimeridian: Bool { west > east }

    /// Whether the place is in the box or on its edge.
    func contains(_ place: Coordinate) -> Bool {
        guard place.latitude >= south, place.latitude <= north else { return false }
        return contains(longitude: place.longitude)
    }

    /// Whether any place is in both boxes.
    func overlaps(_ other: BoundingBox) -> Bool {
        guard south <= other.north, other.south <= north else { return false }
        return contains(longitude: other.west) || other.contains(longitude: west)
    }

    private func contains(longitude: Double) -> Bool {
        crossesAntimeridian
            ? longitude >= west || longitude <= east
            : longitude >= west && longitude <= east
    }
}
