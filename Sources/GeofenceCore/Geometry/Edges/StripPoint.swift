/// A corner on the map: all longitudes from -180 to 180 side by side.
struct StripPoint: Hashable {
    /// Degrees, -180 to 180.
    let longitude: Double
    /// Degrees, -90 to 90.
    let latitude: Double

    /// Whether it lies on the map's edge, where neighbouring edges may continue on the other side.
    var isOnRim: Bool { abs(longitude) == 180 || abs(latitude) == 90 }

    /// From west to east, and from south to north on one meridian.
    static func < (first: StripPoint, second: StripPoint) -> Bool {
        first.longitude != second.longitude
            ? first.longitude < second.longitude : first.latitude < second.latitude
    }

    /// On which side of a line this point lies: 1 left, -1 right, 0 on it; exact.
    func side(of start: StripPoint, _ end: StripPoint) -> Int {
        Orientation.sign(
            start.longitude,
            start.latitude,
            end.longitude,
            end.latitude,
            longitude,
            latitude
        )
    }
}
