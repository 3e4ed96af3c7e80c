import GeofenceCore

/// Puts fences around the points of interest that are nearest to each device, for that device alone.
///
/// It looks at where a device is and answers with an input: a recovery goes through the same fences, also
/// where the configuration has other points since.
struct POIFencePolicy {
    /// Hash of the POI files that fences and `nearby` records in the store were computed from; empty for
    /// none.
    var fingerprint = ""
    /// Points that have yet to reach some devices.
    var running: PointsChange?
    /// What is known of each device.
    private var known = ByDevice<Known>()

    /// The points that have fences around them for a device.
    private struct Known {
        var points: [Int]
        /// The version of just these among the nearest; nil where those are others, but not so much nearer.
        var version: UInt64?
    }

    /// What is to change of a device's fences, as of its last position; nil where nothing is.
    ///
    /// A change is quiet where the points are new, and not the position: then the status of fences is set
    /// without an event, as of `now`.
    mutating func change(
        for device: Int,
        _ tracker: borrowing Tracker,
        _ pois: PointsOfInterest?,
        _ nearest: inout NearestPoints,
        rules: Rules,
        quietAt now: Timestamp? = nil
    ) -> FenceAssignment? {
        guard let pois, pois.settings.hasRegions,
            let (fix, time) = tracker.engine.lastFix(ofDevice: device)
        else { return nil }
        let known = self.known[device]
        let current = known?.points ?? pois.points(around: device, tracker, rules: rules)
        let found = nearest.find(near: device, at: fix.coordinate, pois)
        let near = Array(found.points.prefix(pois.settings.regionsAround))
        let wanted = pois.surrounding(fix, near, besides: current)
        self.known[device] = Known(points: wanted, version: wanted == near ? found.version : nil)
        guard known == nil || wanted != current else { return nil }
        let fences = pois.fences(around: wanted, rules: rules)
        if known == nil {
            let assigned = tracker.engine.assignments(ofDevice: device)
            if Set(fences.map(\.id)) == Set(assigned.map(\.id)) { return nil }
        }
        return FenceAssignment(
            time: now ?? time,
            device: tracker.engine.deviceID(device),
            fences: fences,
            isQuiet: now != nil
        )
    }

    /// Whether a device has fences around just those points that are the nearest, by their version.
    func isSettled(_ device: Int, _ version: UInt64) -> Bool {
        known.withValue(of: device) { $0.version == version } ?? false
    }

    /// Fences have changed, or the points have: what each device has is looked for anew.
    mutating func reset() { known.removeAll() }

    /// A device is forgotten; another may get its number.
    mutating func drop(_ device: Int) { known.remove(device) }
}

extension PointsOfInterest {
    /// The points that a device has fences around, as after a restart: those that stand where the fences do.
    func points(around device: Int, _ tracker: borrowing Tracker, rules: Rules) -> [Int] {
        var points: [Int] = []
        for fence in tracker.engine.assignments(ofDevice: device) {
            guard case .circle(let circle) = fence.shape else { continue }
            let here = table.index.nearest(20, to: circle.center, within: 0.01).map(\.number)
            let point = here.first { fences(around: $0, rules: rules).contains { $0.id == fence.id } }
            if let point, !points.contains(point) { points.append(point) }
        }
        return points
    }
}
