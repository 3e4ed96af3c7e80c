import GeofenceCore

/// Fences around the points of interest near a device, for that device alone; they come and go with its positions.
extension Agent {
    /// Brings the fences around the points near a device up to its last position.
    ///
    /// A change is journalled like any input, so that a restart with other points goes through the same.
    ///
    /// Quietly where the points are new, and not the position: then the status of fences is set without an event.
    mutating func surround(_ device: Int, isQuiet: Bool = false, at now: Timestamp) {
        guard let pois = setup.pois, pois.settings.hasRegions,
            let (fix, time) = engine.lastFix(ofDevice: device)
        else {
            return
        }
        let id = engine.deviceID(device)
        let known = surrounded[id]
        let current = known ?? points(around: device, pois)
        let wanted = pois.surrounding(fix, besides: current)
        surrounded[id] = wanted
        guard known == nil || wanted != current else { return }
        let fences = pois.fences(around: wanted, rules: setup.rules)
        if known == nil, Set(fences.map(\.id)) == Set(engine.invitations(ofDevice: device).map(\.id)) {
            return
        }
        change(RegionChange(time: isQuiet ? now : time, device: id, fences: fences, isQuiet: isQuiet))
    }

    /// Makes a change of a device's regions, and keeps it.
    mutating func change(_ change: RegionChange) {
        noteDecisions()
        let known = effects.newFences.count
        perform(.assignment(change))
        if setup.homeAssistant.discovery { announcements.wantsReview = true }
        for id in effects.newFences[known...] {
            if let slot = engine.slot(of: id) { decisions.begin(slot) }
        }
    }

    /// The points that a device has fences around, after a restart: those that stand where the fences do.
    func points(around device: Int, _ pois: PointsOfInterest) -> [Int] {
        var points: [Int] = []
        for fence in engine.invitations(ofDevice: device) {
            guard case .circle(let circle) = fence.shape else { continue }
            let here = pois.table.index.nearest(20, to: circle.center, within: 0.01).map(\.number)
            let point = here.first {
                pois.fences(around: $0, rules: setup.rules).contains { $0.id == fence.id }
            }
            if let point, !points.contains(point) { points.append(point) }
        }
        return points
    }
}

/// The fences by invitation that a device has from now on.
struct RegionChange {
    /// When, in the device's own time.
    var time: Timestamp
    var device: Identifier
    var fences: [Fence]
    /// Whether no event says that the device is inside a new one.
    var isQuiet = false

    func write(to writer: inout ByteWriter) {
        writer.timestamp(time)
        writer.text(device.description)
        writer.list(fences) { $1.write(to: &$0) }
        writer.flag(isQuiet)
    }
}

extension RegionChange {
    init(from reader: inout ByteReader) throws(DamagedBytes) {
        time = try reader.timestamp()
        device = try reader.identifier()
        fences = try reader.list { reader throws(DamagedBytes) in try Fence(from: &reader) }
        isQuiet = try reader.flag()
    }
}
