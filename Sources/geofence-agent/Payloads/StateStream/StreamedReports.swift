import GeofenceCore

/// The reports under way, by source and device.
///
/// They belong to what the agent keeps: the parts of a position are acknowledged before the position is
/// whole.
struct StreamedReports {
    /// A device of a source.
    struct Key: Hashable {
        /// What the source subscribes to, by which it is known again in another configuration.
        var filter: String
        var device: Identifier
    }

    private struct Turn {
        var key: Key
        var since: Timestamp
    }

    /// Reports, at most; beyond, those are forgotten that hold no whole position.
    static let limit = 10_000

    private(set) var all: [Key: StreamedReport] = [:]
    /// How many there may be before some are forgotten.
    private var room = limit
    /// When positions began to wait, ascending but for clocks that were set; all wait as long.
    private var turns: [Turn] = []
    private var head = 0
    /// Whether there is something that the last checkpoint hasn't.
    var isNew = false

    /// The report of a device.
    subscript(key: Key) -> StreamedReport {
        get { all[key] ?? StreamedReport() }
        set {
            let before = all[key]
            if before == nil, all.count >= room { makeRoom() }
            if let since = newValue.waiting?.arrival, since != before?.waiting?.arrival {
                turns.append(Turn(key: key, since: since))
            }
            all[key] = newValue
            isNew = true
        }
    }

    /// When the next position has waited long enough, or one that has left before.
    var nextTurn: Timestamp? {
        head < turns.count ? turns[head].since.advanced(byMilliseconds: StreamedReport.together + 1) : nil
    }

    /// The next device whose position has waited long enough for its accuracy.
    mutating func nextDue(at now: Timestamp) -> Key? {
        while head < turns.count {
            let turn = turns[head]
            // Where the clock was set back, nothing should wait for it to come there again.
            guard !(0...StreamedReport.together).contains(now.millisecondsSince(turn.since)) else { break }
            head += 1
            if all[turn.key]?.waiting?.arrival == turn.since { return turn.key }
        }
        turns.removeFirst(head)
        head = 0
        return nil
    }

    /// Forgets all that is under way of a device; nil: of all.
    mutating func forget(_ device: Identifier?) {
        let keys = all.keys.filter { device == nil || $0.device == device }
        for key in keys { all[key] = nil }
        if !keys.isEmpty { isNew = true }
    }

    private mutating func makeRoom() {
        all = all.filter { $0.value.waiting != nil }
        room = max(Self.limit, 2 * all.count)
    }
}
