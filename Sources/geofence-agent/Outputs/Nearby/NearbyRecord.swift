import GeofenceCore

/// What was published last of the points near a device.
struct NearbyRecord: Hashable {
    /// The points, the nearest first; nothing was published where there are none.
    let points: [Int]
    /// All but the points.
    var mark: Mark

    /// What is looked at with each position: to read it counts no reference to a list.
    struct Mark: Hashable {
        /// The position for which it was.
        let place: Coordinate
        let time: Timestamp
        /// The version of just these points among the nearest; nil where that is not known.
        var version: UInt64?
        /// Whether there are no points.
        let isEmpty: Bool
    }

    init(points: [Int], place: Coordinate, time: Timestamp, version: UInt64? = nil) {
        self.points = points
        mark = Mark(place: place, time: time, version: version, isEmpty: points.isEmpty)
    }

    var place: Coordinate { mark.place }
    var time: Timestamp { mark.time }
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
        new.points != old.points || lets(new.place, new.time, after: old.mark)
    }

    /// Whether the same points are published again.
    func lets(_ place: Coordinate, _ now: Timestamp, after old: NearbyRecord.Mark) -> Bool {
        guard !old.isEmpty else { return false }
        return now.millisecondsSince(old.time).magnitude >= Seconds.milliseconds(time).magnitude
            && !place.isSurelyNearer(than: distance, to: old.place)
            && Geodesic.distance(place, old.place) >= distance
    }
}
