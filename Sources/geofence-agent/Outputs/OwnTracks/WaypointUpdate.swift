import GeofenceCore

/// What a phone says of one of its waypoints.
enum WaypointUpdate {
    /// It is a circle.
    case circle(Waypoint, Fence)
    /// It is none, or no more: taken out, or a beacon.
    case none(Waypoint.Mark, why: String)
    /// It can't be read; what was known of it stays.
    case unreadable(Waypoint.Mark?, why: String)

    /// By what the app knows it.
    var mark: Waypoint.Mark? {
        switch self {
        case .circle(let waypoint, _): waypoint.mark
        case .none(let mark, _): mark
        case .unreadable(let mark, _): mark
        }
    }

    /// Reads a waypoint; the fence is for that device alone.
    init(reading value: ValueReader, of device: Identifier, _ pattern: DevicePattern, rules: Rules) {
        guard let mark = Waypoint.Mark(value), let id = mark.fence(of: device) else {
            self = .unreadable(nil, why: "has neither rid nor tst, by which it could be known again")
            return
        }
        if let why = Self.reasonForNone(value) {
            self = .none(mark, why: why)
            return
        }
        var intake = FeatureImporter(
            reading: value.reading,
            rules: rules,
            options: FenceFileOptions(),
            stem: nil
        )
        var draft = OwnTracksFences.draft(value, hasOwnIDs: false)
        draft.id = value.reading.value(.string(id.description), at: value.node.position)
        intake.add(draft)
        guard let place = intake.fences.first, let fence = try? Fence(place, for: pattern) else {
            self = .unreadable(mark, why: value.reading.problems.last?.message ?? "is no circle")
            return
        }
        self = .circle(Waypoint(mark: mark, fence: id), fence)
    }

    /// Why a waypoint is no circle; nil where it may be one.
    ///
    /// The app for iOS deletes a waypoint that comes again with a place that is none.
    private static func reasonForNone(_ value: ValueReader) -> String? {
        let latitude = OwnTracksFences.number(value.member(OwnTracksFences.Key.lat))?.value ?? 0
        let longitude = OwnTracksFences.number(value.member(OwnTracksFences.Key.lon))?.value ?? 0
        if abs(latitude) > 90 || abs(longitude) > 180 { return "is a deletion: its place is none" }
        return OwnTracksFences.draft(value, hasOwnIDs: false).skipped
    }
}

extension Fence {
    /// The same place for some devices alone.
    fileprivate init(_ other: Fence, for pattern: DevicePattern) throws(FenceError) {
        try self.init(
            id: other.id,
            name: other.name,
            shape: other.shape,
            devices: [pattern],
            rules: other.rules,
            origin: .waypoint
        )
    }
}
