import GeofenceCore

/// The points of interest that are nearest to each device.
///
/// They are looked for once for all that ask, and again only where a device has moved far enough to have
/// others.
struct NearestPoints {
    /// The points nearest to a device.
    struct Found {
        /// The nearest first; as many as anybody asks for.
        var points: [Int]
        /// Which search has found them: as long as it is the same, so are they.
        var search: UInt64
    }

    private struct Entry {
        var place: Coordinate
        var neighbours: SteadyNeighbours
        var search: UInt64
    }

    /// By device.
    private var entries: [Entry?] = []
    private var searches: UInt64 = 0

    /// The search that has found what is near a device at a place; nil where another has to be made.
    func search(of device: Int, at place: Coordinate) -> UInt64? {
        guard device < entries.count, let entry = entries[device],
            entry.neighbours.hold(at: place) || entry.place == place
        else { return nil }
        return entry.search
    }

    /// The points near a device at a place, by the settings they go with.
    mutating func find(near device: Int, at place: Coordinate, _ pois: PointsOfInterest) -> Found {
        if let search = search(of: device, at: place), let known = entries[device] {
            return Found(points: known.neighbours.numbers, search: search)
        }
        let most = max(pois.settings.nearest, pois.settings.hasRegions ? pois.settings.regionsAround : 0)
        let radius = pois.settings.searchRadius
        let neighbours = pois.table.index.steadyNeighbours(most, of: place, within: radius)
        searches += 1
        while entries.count <= device { entries.append(nil) }
        entries[device] = Entry(place: place, neighbours: neighbours, search: searches)
        return Found(points: neighbours.numbers, search: searches)
    }

    /// The points are others, or other ones are asked for.
    mutating func reset() { entries = [] }
}
