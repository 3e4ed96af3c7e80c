import GeofenceCore

/// The points of interest that are nearest to each device.
///
/// They are looked for once for all that ask, and again only where a device has moved far enough to have
/// others.
struct NearestPoints {
    /// The points nearest to a device, and their version, which is another once they are others.
    struct Found {
        /// The nearest first; as many as anybody asks for.
        var points: [Int]
        var version: UInt64
    }

    private struct Entry {
        var place: Coordinate
        var neighbours: SteadyNeighbours
        var version: UInt64

        /// The version, where the points are the nearest to that place, too.
        func version(at place: Coordinate) -> UInt64? {
            neighbours.hold(at: place) || self.place == place ? version : nil
        }
    }

    private var entries = ByDevice<Entry>()
    /// What was asked for last: several ask for the same, one after the other.
    private var last: Answer?
    private var newest: UInt64 = 0

    private struct Answer {
        var device: Int
        var place: Coordinate
        var version: UInt64
    }

    /// The points near a device at a place, by the settings they go with.
    mutating func find(near device: Int, at place: Coordinate, _ pois: PointsOfInterest) -> Found {
        let version = version(near: device, at: place, pois)
        return Found(points: entries[device]?.neighbours.numbers ?? [], version: version)
    }

    /// The version of those points, where it is known without a search.
    mutating func knownVersion(near device: Int, at place: Coordinate) -> UInt64? {
        if let last, last.device == device, last.place == place { return last.version }
        guard let version = entries.withValue(of: device, { $0.version(at: place) }) else { return nil }
        last = Answer(device: device, place: place, version: version)
        return version
    }

    /// The version of those points: as long as it is the same, so are they.
    mutating func version(near device: Int, at place: Coordinate, _ pois: PointsOfInterest) -> UInt64 {
        if let known = knownVersion(near: device, at: place) { return known }
        let most = max(pois.settings.nearest, pois.settings.hasRegions ? pois.settings.regionsAround : 0)
        let neighbours = pois.table.index.steadyNeighbours(
            most,
            of: place,
            within: pois.settings.searchRadius
        )
        var version = newest + 1
        if let known = entries[device], known.neighbours.numbers == neighbours.numbers {
            version = known.version
        } else {
            newest = version
        }
        entries[device] = Entry(place: place, neighbours: neighbours, version: version)
        last = nil
        return version
    }

    /// The points are others, or other ones are asked for.
    mutating func reset() {
        entries.removeAll()
        last = nil
    }
}
