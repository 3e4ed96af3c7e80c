import GeofenceCore

/// Takes the engine through tracks and gives what it would have published, as JSON lines.
///
/// The clock of all devices runs with the entries: before each one the timers up to its time are due. An entry that is older than
/// others before it turns no clock back.
struct Replay {
    private var engine: Engine
    private let includesStatus: Bool
    private var effects = Effects()
    private var last: Timestamp?

    init(fences: [Fence], tellAllUpTo: Int, includesStatus: Bool) {
        engine = Engine(fences: fences, tellAllUpTo: tellAllUpTo)
        self.includesStatus = includesStatus
    }

    /// The lines that an entry brings, each with its line feed.
    mutating func step(_ entry: TrackEntry) -> [UInt8] {
        let time = entry.observation.time
        last = max(last ?? time, time)
        var lines = advance(to: time)
        _ = engine.observe(entry.observation, device: engine.admit(entry.device), &effects)
        lines += takeLines()
        return lines
    }

    /// The lines of the timers that are due up to the newest entry.
    mutating func finish() -> [UInt8] {
        last.map { advance(to: $0) } ?? []
    }

    private mutating func advance(to time: Timestamp) -> [UInt8] {
        _ = engine.advance(to: time, &effects)
        return takeLines()
    }

    private mutating func takeLines() -> [UInt8] {
        guard !effects.isEmpty else { return [] }
        defer { effects.removeAll() }
        var lines: [UInt8] = includesStatus ? statuses() : []
        for event in effects.events { lines += Reports.event(event) + [UInt8(ascii: "\n")] }
        return lines
    }

    /// What has a status topic and changed, each once, as it is now.
    private func statuses() -> [UInt8] {
        var lines: [UInt8] = []
        var told: Set<Effects.Pair> = []
        for pair in effects.statuses where engine.isTold(pair) && told.insert(pair).inserted {
            guard let fence = engine.fence(pair.fence)?.id,
                let report = engine.status(device: pair.device, fence: pair.fence)
            else { continue }
            let device = engine.deviceID(pair.device)
            lines += Reports.statusLine(report, device, fence) + [UInt8(ascii: "\n")]
        }
        return lines
    }
}
