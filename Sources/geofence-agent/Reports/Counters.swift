import GeofenceCore

/// What the agent counts from its start on.
struct Counters: Hashable, Sendable {
    /// Messages that arrived.
    var received: UInt64 = 0
    /// Messages of devices that another agent has.
    var otherShard: UInt64 = 0
    /// Messages whose fix or WiFi report was taken.
    var accepted: UInt64 = 0
    /// Messages that were refused, by `Rejection.allCases`' order.
    var rejected: [UInt64] = Array(repeating: 0, count: Rejection.allCases.count)
    /// Older than the last accepted of their device.
    var late: UInt64 = 0
    /// Repeats of what was there.
    var duplicates: UInt64 = 0
    /// Stamps too far ahead of their arrival, taken as of arrival.
    var clamped: UInt64 = 0
    /// Stamps of receivers whose count of GPS weeks has run over, put right.
    var rolledOver: UInt64 = 0
    /// Events by kind, in the order of `Event.Kind.names`.
    var eventsByKind: [UInt64] = Array(repeating: 0, count: Event.Kind.names.count)
    /// Visits that ended.
    var visits: UInt64 = 0
    /// Messages of devices whose position or network is set by hand.
    var overridden: UInt64 = 0
    /// Messages of devices that are not monitored.
    var unmonitored: UInt64 = 0
    /// Messages whose fix a filter leaves out.
    var filtered: UInt64 = 0
    /// What was refused since `limits` let no more of it: messages of new devices, waypoints, requests.
    var limited: UInt64 = 0
    /// Devices that were forgotten since nothing was heard of them for `forgetAfter`.
    var expired: UInt64 = 0
    /// Requests that were answered, be it with an error.
    var requests: UInt64 = 0
    /// Those that were answered with an error.
    var refusedRequests: UInt64 = 0
    /// Rows that the broker refused for good.
    var dead: UInt64 = 0
    /// Connections that were given up since the broker didn't answer a message.
    var unanswered: UInt64 = 0
    /// Connections after the first.
    var reconnects: UInt64 = 0
    /// Microseconds of the longest turn of the loop, without the wait before it.
    var longestTurn: Int64 = 0

    mutating func reject(_ reason: Rejection) {
        if reason == .limited { limited += 1 }
        guard let index = Rejection.allCases.firstIndex(of: reason.counted) else { return }
        rejected[index] += 1
    }

    /// Events of all kinds.
    var events: UInt64 { eventsByKind.reduce(0, +) }

    mutating func note(_ kind: Event.Kind) { eventsByKind[kind.number] += 1 }

    /// Counts what became of an observation; one that is held counts when its turn comes.
    mutating func note(_ outcome: Outcome) {
        if outcome.accepted, !outcome.inaccurate { accepted += 1 }
        if outcome.late { late += 1 }
        if outcome.duplicate { duplicates += 1 }
        if outcome.implausible { reject(.implausible) }
        if outcome.inaccurate { reject(.inaccurate) }
    }
}
