import GeofenceCore

/// All points of interest, found by their place; it never changes.
///
/// A class, so that a million of them are there once. What is published of a point is kept as the bytes that
/// are published of it: some 40 bytes a point on top of these and of the index.
final class PointTable: Sendable {
    /// Their places.
    let index: PointIndex
    /// Tells this table from one of other files.
    let fingerprint: String
    /// The objects that are published of the points, one behind the other, without what ends them.
    private let texts: [UInt8]
    /// Where the object of each point ends.
    private let ends: [UInt32]
    /// By point: which of `clocks` it has; 0 for none.
    private let clockNumbers: [UInt16]
    private let clocks: [Clocks]
    /// By point, in metres: the radius of its own; 0 for none.
    ///
    /// Empty where no point has one.
    private let radii: [Float]

    /// When points are open.
    struct Clocks: Hashable, Sendable {
        let hours: OpeningHours
        let zone: TimeZoneTable

        /// Of the zone only its name: to go through all changes of its clocks for each of a million points
        /// takes seconds.
        func hash(into hasher: inout Hasher) {
            hasher.combine(hours)
            hasher.combine(zone.name)
        }
    }

    /// What a builder has put together.
    init(_ builder: PointTableBuilder, fingerprint: String) {
        index = PointIndex(builder.places)
        self.fingerprint = fingerprint
        (texts, ends) = (builder.texts, builder.ends)
        (clockNumbers, clocks, radii) = (builder.clockNumbers, builder.clocks, builder.radii)
    }

    /// Where a point is.
    func place(_ point: Int) -> Coordinate { index[point] }

    /// How many points there are.
    var count: Int { index.count }

    /// The beginning of the object that is published of a point: `{"id":…`, without its end.
    func text(_ point: Int) -> ArraySlice<UInt8> {
        texts[(point == 0 ? 0 : Int(ends[point - 1]))..<Int(ends[point])]
    }

    /// Whether a point is open at a moment; nil where that is not known.
    func isOpen(_ point: Int, at time: Timestamp) -> Bool? {
        guard clockNumbers[point] > 0 else { return nil }
        let clocks = clocks[Int(clockNumbers[point]) - 1]
        return clocks.hours.isOpen(at: time, in: clocks.zone)
    }

    /// The radius of its own that a point has, in metres: the shortest number that is kept as this one.
    func radius(_ point: Int) -> Double? {
        guard !radii.isEmpty, radii[point] > 0 else { return nil }
        return Double(radii[point].description)
    }

    /// The id and the name of a point.
    func names(_ point: Int) -> (id: String, name: String?) {
        guard let root = object(point) else { return ("", nil) }
        return (root.member("id")?.text ?? "", root.member("name")?.text)
    }
}

extension PointTable: Hashable {
    static func == (a: PointTable, b: PointTable) -> Bool {
        a === b || a.fingerprint == b.fingerprint && a.count == b.count
    }

    func hash(into hasher: inout Hasher) { hasher.combine(fingerprint) }
}
