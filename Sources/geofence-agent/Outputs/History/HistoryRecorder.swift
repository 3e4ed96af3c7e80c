import GeofenceCore

/// Gathers what is to be kept of the past until the loop writes it.
///
/// It waits in memory alone, which loses nothing: until it is in the store the journal holds the inputs that
/// brought it about, and whoever starts from there gathers it again. Rows have the device and the moment, or
/// the event's id, as their key, so that none is there twice.
struct HistoryRecorder: Output {
    let name = "history"
    /// Rows that are written at once: many, so that those of a device come together.
    static let enough = 16_384
    /// Milliseconds after which they are written in any case, for those who read the history meanwhile.
    static let patience: Int64 = 5000

    /// Nil: nothing is kept.
    let settings: HistorySettings?
    private var positions: [(device: Int32, row: HistoryPosition)] = []
    private var networks: [(device: Int32, row: HistoryNetwork)] = []
    private var events: [HistoryEvent] = []
    private var visits: [HistoryVisit] = []
    /// Since when something has been waiting, on the uptime clock.
    private var waitingSince: Int64?

    /// What is added to events.
    private var additions = EventAdditions()

    init(_ settings: HistorySettings?) { self.settings = settings }

    mutating func use(_ settings: AgentSettings) { additions = settings.additions }

    /// Whether anything is kept.
    var isOn: Bool { settings != nil }
    /// Whether positions and networks are.
    var keepsPositions: Bool { settings?.positions == true }
    /// Rows that wait.
    var count: Int { positions.count + networks.count + events.count + visits.count }

    mutating func note(_ position: Effects.TakenPosition) {
        positions.append((Int32(position.device), HistoryPosition(position.fix, at: position.time)))
    }

    mutating func note(_ network: Effects.TakenNetwork) {
        networks.append((Int32(network.device), HistoryNetwork(network.report, at: network.time)))
    }

    mutating func note(_ event: Event, _ names: [Identifier: String] = [:]) {
        events.append(HistoryEvent(event, additions, names: names))
    }

    mutating func note(_ visit: HistoryVisit) { visits.append(visit) }

    /// All that waited is in the store.
    mutating func didCommitRows() {
        waitingSince = nil
        positions.removeAll(keepingCapacity: positions.count <= Self.enough * 2)
        networks.removeAll()
        events.removeAll()
        visits.removeAll()
    }

    /// Drops all that waits of a device, whose number another may get.
    mutating func drop(
        _ device: Int,
        _ id: Identifier,
        _ tracker: borrowing Tracker,
        _ port: inout OutputPort
    ) -> [Input] {
        positions.removeAll { $0.device == Int32(device) }
        networks.removeAll { $0.device == Int32(device) }
        events.removeAll { $0.device == id }
        visits.removeAll { $0.device == id }
        return []
    }
}

// MARK: - As an output

extension HistoryRecorder {
    var interest: Interest {
        guard isOn else { return [] }
        return keepsPositions ? [.track, .transitions, .places] : [.transitions, .places]
    }

    mutating func publish(_ effects: Effects, _ tracker: borrowing Tracker, _ port: inout OutputPort) {
        recover(effects, tracker)
    }

    /// Gathers what an input has brought about, now or when the journal is gone through.
    mutating func recover(_ effects: Effects, _ tracker: borrowing Tracker) {
        for position in effects.positions { note(position) }
        if settings?.networks == true { for network in effects.networks { note(network) } }
        for event in effects.events { note(event, tracker.details.names) }
        for event in effects.visits {
            guard case .departure(let visit) = event.report else { continue }
            note(HistoryVisit(visit, of: event.device))
        }
    }

    mutating func isCommitDue(_ uptime: Int64) -> Bool {
        guard count > 0 else {
            waitingSince = nil
            return false
        }
        let since = waitingSince ?? uptime
        waitingSince = since
        return count >= Self.enough || uptime - since >= Self.patience
    }

    func addRows(to batch: inout Batch, _ tracker: borrowing Tracker) {
        guard count > 0 else { return }
        batch.history = rows(tracker)
    }

    /// What waits, for the store; devices by their names.
    func rows(_ tracker: borrowing Tracker) -> HistoryBatch {
        var batch = HistoryBatch(events: events, visits: visits)
        batch.positions = Self.byDevice(positions, tracker)
        batch.networks = Self.byDevice(networks, tracker)
        return batch
    }

    private static func byDevice<Row>(
        _ rows: [(device: Int32, row: Row)],
        _ tracker: borrowing Tracker
    ) -> [(device: Identifier, rows: [Row])] {
        var byDevice: [Int32: [Row]] = [:]
        for (device, row) in rows { byDevice[device, default: []].append(row) }
        return byDevice.keys.sorted().map { number in
            (tracker.engine.deviceID(Int(number)), byDevice[number] ?? [])
        }
    }
}
