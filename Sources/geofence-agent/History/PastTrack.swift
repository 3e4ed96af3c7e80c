import GeofenceCore

/// What a device has reported, put together again of its positions and networks.
///
/// What was said at one moment was one message.
struct PastTrack {
    private var positions: [(time: Timestamp, fix: Fix)] = []
    private var networks: [(time: Timestamp, report: WiFiReport)] = []

    /// Rows added.
    var count: Int { positions.count + networks.count }

    /// Adds a position; they come in order.
    mutating func add(_ row: HistoryPosition) {
        if let fix = row.fix { positions.append((row.moment, fix)) }
    }

    /// Adds a network; they come in order.
    mutating func add(_ row: HistoryNetwork) { networks.append((row.moment, row.report)) }

    /// All in order.
    var observations: [Observation] {
        var found: [Observation] = []
        found.reserveCapacity(count)
        var next = networks.startIndex
        for (time, fix) in positions {
            while next < networks.endIndex, networks[next].time < time {
                found.append(Self.observation(networks[next].time, nil, networks[next].report))
                next += 1
            }
            let isOne = next < networks.endIndex && networks[next].time == time
            found.append(Self.observation(time, fix, isOne ? networks[next].report : nil))
            if isOne { next += 1 }
        }
        return found + networks[next...].map { Self.observation($0.time, nil, $0.report) }
    }

    private static func observation(_ time: Timestamp, _ fix: Fix?, _ report: WiFiReport?) -> Observation {
        Observation(time: time, arrival: time, fix: fix, wifi: report)
    }
}
