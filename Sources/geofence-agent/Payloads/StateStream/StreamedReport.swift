import GeofenceCore

/// Joins the values of one device that come one by one, each on a topic of its own, to positions.
///
/// A position is a latitude and the longitude that comes after it. Both must be new: a longitude without a latitude of its own is refused,
/// and a latitude that gets none is left out. So a value that is published alone moves nothing, since nobody can tell whether the other
/// has stayed as it was or is on its way. A latitude that lies nearer to the longitude before it than to the one after it is taken for that
/// one's, as publishers that send the longitude first would have it; so is one that is more than `patience` old.
///
/// An accuracy belongs to the position whose longitude it follows, or whose latitude it precedes, within `together`. Whether to wait for
/// one is learnt from the position before; the first is held until an accuracy, or the next report, shows it. Home Assistant begins each
/// report with `state`, which ends the one before.
struct StreamedReport {
    private struct Part {
        var value: Double
        var arrival: Timestamp
    }

    private enum Habit { case unknown, after, before, none }

    /// Milliseconds between a latitude and its longitude, at most.
    static let patience: Int64 = 10_000
    /// Milliseconds between an accuracy and the rest, at most.
    private static let together: Int64 = 1000
    /// Milliseconds within which the gaps say nothing of what belongs together: what a broker has kept comes all at once.
    private static let jitter: Int64 = 500

    private var latitude: Part?
    private var accuracy: Part?
    private var updated: Timestamp?
    private var lastLongitude: Timestamp?
    /// When the last address of an access point came.
    var lastAddress: Timestamp?
    private var waiting: Reading?
    private var waitsSince = Timestamp(milliseconds: 0)
    private var habit = Habit.unknown

    /// Takes a value of the position; what it completes, if anything.
    ///
    /// - Throws: `missing` for a longitude without its latitude, `range` where both are no place, `type`; `unrelated` for a state.
    mutating func take(
        _ attribute: StreamedAttribute,
        _ value: StreamedValue,
        at now: Timestamp
    ) throws(Rejection) -> Reading? {
        if attribute == .accuracy { return try takeAccuracy(value, at: now) }
        if attribute == .updated {
            updated = value.moment()
            return nil
        }
        if let complete = release() {
            try? begin(attribute, value, at: now)
            return complete
        }
        guard attribute == .longitude else {
            try begin(attribute, value, at: now)
            if attribute == .state { throw .unrelated }
            return nil
        }
        return try takeLongitude(value, at: now)
    }

    /// What has waited for an accuracy, and will get none.
    private mutating func release() -> Reading? {
        guard let reading = waiting else { return nil }
        (waiting, habit) = (nil, .none)
        return reading
    }

    private mutating func begin(_ attribute: StreamedAttribute, _ value: StreamedValue, at now: Timestamp)
        throws(Rejection)
    {
        (latitude, updated) = (nil, attribute == .state ? nil : updated)
        guard attribute == .latitude, let degrees = try value.number() else { return }
        latitude = Part(value: degrees, arrival: now)
    }

    private mutating func takeLongitude(_ value: StreamedValue, at now: Timestamp) throws(Rejection)
        -> Reading?
    {
        let before = lastLongitude
        lastLongitude = now
        guard let latitude = self.latitude else { throw .missing }
        self.latitude = nil
        guard let degrees = try value.number() else { throw .unrelated }
        guard Self.isPair(latitude.arrival, now, before: before) else { throw .missing }
        let early = accuracy.flatMap { part in
            latitude.arrival.millisecondsSince(part.arrival) <= Self.together ? part.value : nil
        }
        accuracy = nil
        if early != nil { habit = .before }
        let fix = try Fix(latitude: latitude.value, longitude: degrees, accuracy: early)
        let reading = Reading(time: updated, fix: fix)
        updated = nil
        guard early == nil, habit == .unknown || habit == .after else { return reading }
        waiting = reading
        waiting?.time = reading.time ?? now
        waitsSince = now
        return nil
    }

    private static func isPair(_ latitude: Timestamp, _ longitude: Timestamp, before: Timestamp?) -> Bool {
        let gap = longitude.millisecondsSince(latitude)
        guard (0...patience).contains(gap) else { return false }
        guard let before, gap > jitter else { return true }
        return gap <= latitude.millisecondsSince(before)
    }

    private mutating func takeAccuracy(_ value: StreamedValue, at now: Timestamp) throws(Rejection)
        -> Reading?
    {
        let metres = try value.number()
        guard metres ?? 0 >= 0 else { throw .range }
        if let reading = waiting, now.millisecondsSince(waitsSince) <= Self.together {
            (waiting, habit) = (nil, .after)
            return reading.with(accuracy: metres)
        }
        let follows = lastLongitude.map { now.millisecondsSince($0) <= Self.together } ?? false
        if habit == .none, follows {
            habit = .after
        } else {
            accuracy = metres.map { Part(value: $0, arrival: now) }
        }
        return nil
    }
}

extension Reading {
    /// The same with an accuracy in metres; 0 is unknown.
    fileprivate func with(accuracy: Double?) -> Reading {
        var reading = self
        reading.fix?.accuracy = accuracy == 0 ? nil : accuracy
        return reading
    }
}
