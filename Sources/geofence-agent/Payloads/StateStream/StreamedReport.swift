import GeofenceCore

/// Joins the values of one device that come one by one, each on a topic of its own, to positions.
///
/// A position is a latitude and the longitude that comes after it. Both must be new: a longitude without a
/// latitude of its own is refused, and a latitude that gets none is left out. So a value that is published
/// alone moves nothing, since nobody can tell whether the other has stayed as it was or is on its way. A
/// latitude that is more than `patience` old is left out too; and one that lies nearer to the longitude
/// before it than to the one after it, as publishers that send the longitude first would have it. Where that
/// longitude was at most `jitter` before it, longitudes go first from then on: each waits as long for its
/// latitude, until one comes after its latitude again.
///
/// An accuracy belongs to the position whose last value it follows, or whose first it precedes, within
/// `together`, or to the one that it stands within. Whether to wait for one is learnt from the position
/// before; the first waits until an accuracy, the next report, or `together` shows it. Home Assistant begins
/// each report with `state`, which ends the one before.
struct StreamedReport: Hashable {
    /// A value that waits for others, and when it came.
    struct Part: Hashable {
        var value: Double
        var arrival: Timestamp
    }

    /// Whether and when a device says its accuracy.
    enum Habit: UInt8 { case unknown, after, before, none }

    /// Milliseconds between a latitude and its longitude, at most.
    static let patience: Int64 = 10_000
    /// Milliseconds between an accuracy and the rest, at most.
    static let together: Int64 = 1000
    /// Milliseconds within which the gaps say nothing of what belongs together: what a broker has kept comes
    /// all at once.
    private static let jitter: Int64 = 500

    var latitude: Part?
    /// One that has had no latitude before it.
    var longitude: Part?
    var accuracy: Part?
    var updated: Timestamp?
    var lastLongitude: Timestamp?
    /// When the last address of an access point came.
    var lastAddress: Timestamp?
    /// A position that waits for its accuracy since it came.
    var waiting: Observation?
    var habit = Habit.unknown
    /// Whether the device says its longitude before its latitude.
    var longitudeLeads = false

    /// Nothing known of the device.
    init() {}

    /// Takes a value of the position; what it completes, if anything.
    ///
    /// - Throws: `missing` for a longitude without its latitude, `range` where both are no place, `type`;
    ///   `unrelated` for a state.
    mutating func add(
        _ attribute: StreamedAttribute,
        _ value: StreamedValue,
        at now: Timestamp
    ) throws(Rejection) -> Reading? {
        if attribute == .accuracy { return try addAccuracy(value, at: now) }
        if attribute == .updated {
            updated = value.moment()
            return nil
        }
        if let complete = release() {
            _ = try? addPart(attribute, value, at: now)
            return complete
        }
        return try addPart(attribute, value, at: now)
    }

    /// What has waited for an accuracy, and will get none.
    mutating func release() -> Reading? {
        guard let whole = waiting else { return nil }
        (waiting, habit) = (nil, .none)
        return Reading(time: whole.time, fix: whole.fix)
    }

    private mutating func addPart(
        _ attribute: StreamedAttribute,
        _ value: StreamedValue,
        at now: Timestamp
    ) throws(Rejection) -> Reading? {
        if attribute == .longitude { return try addLongitude(value, at: now) }
        latitude = nil
        guard attribute == .latitude else {
            (longitude, updated) = (nil, nil)
            throw .unrelated
        }
        return try addLatitude(value, at: now)
    }

    private mutating func addLatitude(_ value: StreamedValue, at now: Timestamp) throws(Rejection)
        -> Reading?
    {
        guard let degrees = try value.number() else { return nil }
        let part = Part(value: degrees, arrival: now)
        if longitudeLeads, let longitude, Self.isShort(now.millisecondsSince(longitude.arrival)) {
            return try join(part, longitude, at: now)
        }
        latitude = part
        return nil
    }

    private mutating func addLongitude(_ value: StreamedValue, at now: Timestamp) throws(Rejection)
        -> Reading?
    {
        let (before, latitude) = (lastLongitude, self.latitude)
        (lastLongitude, self.latitude, longitude) = (now, nil, nil)
        guard let latitude else {
            longitude = try? value.number().map { Part(value: $0, arrival: now) }
            if longitudeLeads, longitude != nil { return nil }
            throw .missing
        }
        guard let degrees = try value.number() else { throw .unrelated }
        let part = Part(value: degrees, arrival: now)
        guard Self.isPair(latitude.arrival, now, before: before) else {
            longitude = part
            longitudeLeads = before.map { Self.isShort(latitude.arrival.millisecondsSince($0)) } ?? false
            throw .missing
        }
        longitudeLeads = false
        return try join(latitude, part, at: now)
    }

    private mutating func join(_ latitude: Part, _ longitude: Part, at now: Timestamp) throws(Rejection)
        -> Reading?
    {
        let first = min(latitude.arrival, longitude.arrival)
        let early = accuracy.flatMap { part in
            first.millisecondsSince(part.arrival) <= Self.together ? part.value : nil
        }
        let time = updated
        (self.longitude, accuracy, updated) = (nil, nil, nil)
        if early != nil { habit = .before }
        let fix = try Fix(latitude: latitude.value, longitude: longitude.value, accuracy: early)
        guard early == nil, habit == .unknown || habit == .after else { return Reading(time: time, fix: fix) }
        waiting = Observation(time: time ?? now, arrival: now, fix: fix)
        return nil
    }

    private static func isShort(_ gap: Int64) -> Bool { (0...jitter).contains(gap) }

    private static func isPair(_ latitude: Timestamp, _ longitude: Timestamp, before: Timestamp?) -> Bool {
        let gap = longitude.millisecondsSince(latitude)
        guard (0...patience).contains(gap) else { return false }
        guard let before, gap > jitter else { return true }
        return gap <= latitude.millisecondsSince(before)
    }

    private mutating func addAccuracy(_ value: StreamedValue, at now: Timestamp) throws(Rejection)
        -> Reading?
    {
        let metres = try value.number()
        guard metres ?? 0 >= 0 else { throw .range }
        if let whole = waiting, now.millisecondsSince(whole.arrival) <= Self.together {
            (waiting, habit) = (nil, .after)
            return Reading(time: whole.time, fix: whole.fix).with(accuracy: metres)
        }
        let follows = lastLongitude.map { now.millisecondsSince($0) <= Self.together } ?? false
        if habit == .none, follows, longitude == nil {
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
