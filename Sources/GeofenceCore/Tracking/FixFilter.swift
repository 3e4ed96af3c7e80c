/// Which fixes of a device are left out: those that say little new, being both near the last one and soon
/// after it, and those that are too inaccurate for anything.
///
/// Whoever filters trades sharpness for work: an enter or an exit comes late, by up to `time` seconds, or not
/// before the device has moved `distance` metres; where the fixes end, what the last of them would have said
/// is never known.
public struct FixFilter: Hashable, Sendable {
    /// Metres; a fix as far from the last one, or farther, counts.
    ///
    /// 0 or more; nil: distance makes no fix count, only time does.
    public var distance: Double?
    /// Seconds; a fix as long after the last one, or longer, counts.
    ///
    /// 0 or more; nil: time makes no fix count, only distance does.
    public var time: Double?
    /// Metres; a fix whose accuracy is known to be worse is left out, the first one too.
    ///
    /// Above 0; nil: none is.
    public var accuracy: Double?

    /// Makes a filter; with nothing given it leaves nothing out.
    public init(distance: Double? = nil, time: Double? = nil, accuracy: Double? = nil) {
        self.distance = distance
        self.time = time
        self.accuracy = accuracy
    }

    /// Whether a fix is left out for its accuracy.
    func leavesOut(_ fix: Fix) -> Bool { fix.accuracy ?? 0 > accuracy ?? .infinity }

    /// Whether a fix is left out behind another, which is not newer.
    ///
    /// One with the very stamp and place of the other is not: it is a repeat, and counted as one.
    func leavesOut(
        _ place: Coordinate,
        at moment: Timestamp,
        behind last: Coordinate,
        at earlier: Timestamp
    ) -> Bool {
        guard distance != nil || time != nil, moment != earlier || place != last else { return false }
        if let time, moment.millisecondsSince(earlier) >= Seconds.milliseconds(time) { return false }
        return distance.map { Geodesic.distance(place, last) < $0 } ?? true
    }
}

extension Engine {
    /// What is left of an observation without a fix that a filter leaves out; nil where that is nothing.
    ///
    /// The fix is held against the newest of the device that was taken or waits to be sorted. One that is
    /// older than that is for the engine to judge; so is the first one. A WiFi report goes on without its
    /// fix.
    public func rest(
        of observation: Observation,
        device: Int,
        without filter: FixFilter
    ) -> Observation? {
        guard let fix = observation.fix,
            filter.leavesOut(fix) || isBehindNewest(observation.time, fix, of: device, by: filter)
        else { return observation }
        var rest = observation
        rest.fix = nil
        return rest.wifi == nil ? nil : rest
    }

    private func isBehindNewest(_ time: Timestamp, _ fix: Fix, of device: Int, by filter: FixFilter) -> Bool {
        guard let last = devices[device].newestFix(notAfter: time) else { return false }
        return filter.leavesOut(fix.coordinate, at: time, behind: last.value.coordinate, at: last.time)
    }
}

extension DeviceState {
    /// The newest fix, taken or waiting, that is not stamped after a moment.
    fileprivate func newestFix(notAfter time: Timestamp) -> Stamped<Fix>? {
        if !held.isEmpty, let waiting = held.last(where: { $0.time <= time && $0.fix != nil }),
            let fix = waiting.fix
        {
            return Stamped(time: waiting.time, value: fix)
        }
        return fix.flatMap { $0.time <= time ? $0 : nil }
    }
}
