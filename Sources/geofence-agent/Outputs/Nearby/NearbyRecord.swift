import GeofenceCore

/// What was published last of the points near a device.
struct NearbyRecord: Hashable {
    /// The points, the nearest first; nothing was published where there are none.
    var points: [Int]
    /// The position for which it was.
    var place: Coordinate
    var time: Timestamp
}

extension PointsOfInterest {
    /// The points near a place, as many as the settings say.
    func record(of place: Coordinate, _ time: Timestamp, atLeast count: Int = 0) -> NearbyRecord {
        let count = max(count, settings.nearest)
        let found = table.index.nearest(count, to: place, within: settings.searchRadius)
        return NearbyRecord(points: found.map(\.number), place: place, time: time)
    }
}

extension PointSettings.Filter {
    /// Whether a record is published: other points at once, the same ones once a device has moved and time
    /// has passed.
    func lets(_ new: NearbyRecord, after old: NearbyRecord) -> Bool {
        if new.points != old.points { return true }
        guard !new.points.isEmpty else { return false }
        return new.time.millisecondsSince(old.time).magnitude >= Seconds.milliseconds(time).magnitude
            && Geodesic.distance(new.place, old.place) >= distance
    }
}
