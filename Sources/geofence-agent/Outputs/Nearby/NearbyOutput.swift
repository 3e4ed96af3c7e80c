import GeofenceCore

/// The points of interest that are nearest to each device.
struct NearbyOutput: Output {
    let name = "nearby"
    private(set) var interest: Interest = []
    /// What was published last.
    var records = ByDevice<NearbyRecord>()
    /// What has to pass until the same points are published again.
    private var filter = PointSettings.Filter()
    /// Devices from this number on have yet to be looked at among other points; nil: none.
    var sweep: Int? { didSet { hasUnsavedSweep = true } }
    var hasUnsavedSweep = false
    /// How far it is to them along roads.
    var travel = NearbyTravel()
    /// By what that is found; nil: it isn't.
    private var ways: Ways?

    /// What the ways to points follow from.
    private struct Ways: Hashable {
        var rule: PointSettings.Travel
        var router: RouterSettings
    }

    mutating func use(_ settings: AgentSettings) {
        interest = Self.published(settings.pois) == nil ? [] : .positions
        filter = settings.pois?.settings.filter ?? filter
        let rule = Self.published(settings.pois)?.settings.travel
        let new = rule.flatMap { rule in settings.routing.router.map { Ways(rule: rule, router: $0) } }
        guard new != ways else { return }
        ways = new
        travel.reset(new == nil ? [] : records.devices { !$0.points.isEmpty })
    }

    /// The points, where any are published.
    private static func published(_ points: PointsOfInterest?) -> PointsOfInterest? {
        points.flatMap { $0.settings.nearest > 0 ? $0 : nil }
    }

    /// Now where the points near it may be others or are to be published again, else nothing.
    func attention(
        to observation: borrowing Observation,
        of device: Int,
        _ port: inout OutputPort
    ) -> Attention {
        guard !isAhead(device), let place = observation.fix?.coordinate,
            let mark = records.withValue(of: device, { $0.mark }),
            mark.version == port.versionOfPoints(near: device, at: place)
        else { return .now }
        return filter.lets(place, observation.time, after: mark) ? .now : .none
    }

    mutating func publish(_ effects: Effects, _ tracker: borrowing Tracker, _ port: inout OutputPort) {
        guard effects.accepted.count > 1 else {
            for device in effects.accepted { publish(device, tracker, &port) }
            return
        }
        for device in Set(effects.accepted).sorted() { publish(device, tracker, &port) }
    }

    /// Publishes which points are near a device, where they are others than before, or it has moved and some
    /// time has passed.
    mutating func publish(
        _ device: Int,
        _ tracker: borrowing Tracker,
        _ port: inout OutputPort
    ) {
        guard let points = Self.published(port.settings.pois) else { return }
        guard let (fix, time) = tracker.engine.lastFix(ofDevice: device) else {
            return forgetPlace(of: device, tracker, &port)
        }
        // A process that comes after another doesn't know which of those have been published since.
        let before = isAhead(device) ? nil : records[device]
        guard before?.time != time || before?.place != fix.coordinate else { return }
        let found = port.nearestPoints.find(near: device, at: fix.coordinate, points)
        let record = NearbyRecord(
            points: Array(found.points.prefix(points.settings.nearest)),
            place: fix.coordinate,
            time: time,
            version: found.version
        )
        guard before.map({ points.settings.filter.lets(record, after: $0) }) ?? true else {
            records[device]?.mark.version = found.version
            return
        }
        records[device] = record
        if let ways { travel.note(record, of: device, ways.rule) }
        guard before?.points.isEmpty == false || !record.points.isEmpty else { return }
        port.publish(
            port.topics.nearby(tracker.engine.deviceID(device)),
            Reports.nearby(record, points.table, travel[device])
        )
    }

    /// A device that is not monitored any more is near nothing.
    private mutating func forgetPlace(
        of device: Int,
        _ tracker: borrowing Tracker,
        _ port: inout OutputPort
    ) {
        let old = records.remove(device)
        guard old != nil || isAhead(device) else { return }
        travel.drop(device)
        guard old?.points.isEmpty == false || isAhead(device) else { return }
        port.clear(port.topics.nearby(tracker.engine.deviceID(device)))
    }

    /// What was published follows from the last positions.
    mutating func didRecover(_ tracker: borrowing Tracker, _ settings: AgentSettings) {
        guard let points = Self.published(settings.pois) else { return }
        for device in tracker.engine.deviceNumbers {
            guard let (fix, time) = tracker.engine.lastFix(ofDevice: device) else { continue }
            let record = points.record(of: fix.coordinate, time)
            records[device] = record
            if let ways { travel.note(record, of: device, ways.rule) }
        }
    }
}

// MARK: - Retained topics

extension NearbyOutput {
    func retained(_ device: Int?, _ tracker: borrowing Tracker, _ settings: AgentSettings) -> [RetainedTopic]
    {
        guard let device, records[device]?.points.isEmpty == false else { return [] }
        return [RetainedTopic(topic: settings.topics.nearby(tracker.engine.deviceID(device)))]
    }

    func payload(
        of topic: RetainedTopic,
        _ device: Int?,
        _ tracker: borrowing Tracker,
        _ settings: AgentSettings
    ) -> [UInt8]? {
        guard let points = Self.published(settings.pois), let record = device.flatMap({ records[$0] }),
            !record.points.isEmpty
        else { return nil }
        return Reports.nearby(record, points.table, device.flatMap { travel[$0] })
    }

    /// The topic goes in any case: an earlier configuration may have published it.
    mutating func withdraw(_ device: Int, _ tracker: borrowing Tracker, _ port: inout OutputPort) {
        guard port.settings.pois != nil || isAhead(device) else { return }
        port.clear(port.topics.nearby(tracker.engine.deviceID(device)))
    }

    mutating func drop(
        _ device: Int,
        _ id: Identifier,
        _ tracker: borrowing Tracker,
        _ port: inout OutputPort
    ) -> [Input] {
        records.remove(device)
        travel.drop(device)
        return []
    }
}
