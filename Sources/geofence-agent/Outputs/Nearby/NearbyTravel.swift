import GeofenceCore

/// How far it is along roads to the points near devices: what is known, and what a router is yet to be asked.
///
/// None of it is kept: after a start the router is asked again.
struct NearbyTravel {
    /// Questions that are on their way at the same time.
    private static let mostAsked = 2
    /// Milliseconds until a router is asked again that has failed: at first, and at most.
    private static let pauses = RouterSpell.pauses

    /// What was asked last of a device, and what came of it.
    struct Known {
        /// The points that were asked for.
        var points: [Int]
        /// The position from which, and its time.
        var place: Coordinate
        var time: Timestamp
        /// By point, as of the position of a time; empty until there is an answer.
        var travels: [Int: Travel] = [:]
        var travelTime: Timestamp?
    }

    private var known: [Int: Known] = [:]
    private var wanting = WaitingLine<Int>()
    /// Devices for which a question is on its way, with its number: a device that is gone may leave its own
    /// to another.
    private var asked: [Int: UInt64] = [:]
    private var newest: UInt64 = 0
    /// While the router doesn't answer: from when on it is asked again, and how long that was.
    private var spell: (again: Timestamp, pause: Int64)?

    subscript(_ device: Int) -> Known? { known[device] }

    /// A device has points near it; they are asked for where they are others, or it has moved and some time
    /// has passed.
    mutating func note(_ record: NearbyRecord, of device: Int, _ rule: PointSettings.Travel) {
        guard !record.points.isEmpty else { return drop(device) }
        // When its answer has come it is looked again.
        guard asked[device] == nil else { return }
        if let last = known[device], rule.isKept(last, for: record) { return }
        wanting.append(device)
    }

    /// A device is gone, or nothing is near it.
    mutating func drop(_ device: Int) {
        known[device] = nil
        asked[device] = nil
        wanting.remove(device)
    }

    /// All that is known is of other points, or of another router.
    mutating func reset(_ devices: some Sequence<Int>) {
        let newest = newest
        self = Self()
        self.newest = newest
        wanting.append(contentsOf: devices)
    }

    func hasWork(at now: Timestamp) -> Bool {
        !wanting.isEmpty && asked.count < Self.mostAsked && (spell?.again ?? now) <= now
    }

    /// When the router is asked again, where it is left alone for a while.
    var nextWork: Timestamp? { wanting.isEmpty || asked.count >= Self.mostAsked ? nil : spell?.again }

    /// The next device to ask for; nil where none may be.
    mutating func next(at now: Timestamp) -> Int? { hasWork(at: now) ? wanting.popFirst() : nil }

    /// A question leaves for a device; gives its number.
    mutating func begin(_ device: Int, _ record: NearbyRecord) -> UInt64 {
        newest += 1
        asked[device] = newest
        let old = known[device]
        var new = Known(points: record.points, place: record.place, time: record.time)
        (new.travels, new.travelTime) = (old?.travels ?? [:], old?.travelTime)
        known[device] = new
        return newest
    }

    /// There was no room for the question of a device.
    mutating func wasNotAsked(_ device: Int) {
        asked[device] = nil
        wanting.append(device)
    }

    /// Takes the answer to a question of a device.
    ///
    /// - Returns: whether it still counts; what the log is to say where the router begins not to answer.
    mutating func accept(
        _ device: Int,
        _ number: UInt64,
        _ result: Result<TravelTable, RouteProblem>,
        at now: Timestamp
    ) -> (counts: Bool, problem: String?) {
        // What another router was asked, or of a device that is gone, says nothing of this one.
        guard asked[device] == number, var answered = known[device] else { return (false, nil) }
        let problem = note(result, at: now)
        asked[device] = nil
        (answered.travels, answered.travelTime) = ([:], answered.time)
        let row = (try? result.get())?.first ?? []
        for (point, travel) in zip(answered.points, row) { answered.travels[point] = travel }
        known[device] = answered
        if spell != nil { wanting.append(device) }
        return (true, problem)
    }

    private mutating func note(
        _ result: Result<TravelTable, RouteProblem>,
        at now: Timestamp
    ) -> String? {
        guard case .failure(let problem) = result, problem.isOfRouter else {
            spell = nil
            return nil
        }
        // What was on its way already says nothing new.
        if let spell, now < spell.again { return nil }
        let isNew = spell == nil
        let pause = spell.map { min($0.pause * 2, Self.pauses.upperBound) } ?? Self.pauses.lowerBound
        spell = (now.advanced(byMilliseconds: pause), pause)
        return isNew ? problem.text : nil
    }
}

extension PointSettings.Travel {
    /// Whether what was asked last still counts: the points were all asked for, and the device has not moved,
    /// or not long ago.
    fileprivate func isKept(_ last: NearbyTravel.Known, for record: NearbyRecord) -> Bool {
        guard record.points.allSatisfy(last.points.contains) else { return false }
        return record.time.millisecondsSince(last.time).magnitude < Seconds.milliseconds(every).magnitude
            || Geodesic.distance(record.place, last.place) < distance
    }
}
