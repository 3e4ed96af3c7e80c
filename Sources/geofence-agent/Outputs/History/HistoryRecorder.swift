import GeofenceCore

/// Gathers what is to be kept of the past until the loop writes it.
///
/// It waits in memory alone, which loses nothing: until it is in the store the journal holds the inputs that
/// brought it about, and whoever starts from there gathers it again. Rows have the device and the moment, or
/// the event's id, as their key, so that none is there twice.
///
/// In the store the positions of a device make runs, and the last one of it is read and written for one
/// position as for many. So many gather; they are then written some devices in each commit, since the loop
/// waits for it.
struct HistoryRecorder: Output {
    let name = "history"
    /// Positions with which writing begins: more than the inputs after which a checkpoint of few devices is
    /// due (`Agent.inputsPerCheckpoint`), which writes all of them anyway.
    static let enough = 8 * part
    /// Positions of one device that a commit writes at most, unless more than eight times as many wait.
    ///
    /// Of several devices it writes as many as are as much work: 3,277 of devices with one each, which is
    /// twelve times what comes in one turn of the loop.
    static let part = 16_384
    /// As much work as it is to begin with a device, in positions of one.
    private static let perDevice = 4
    /// Milliseconds after which they are written in any case, for those who read the history meanwhile.
    static let patience: Int64 = 5000

    /// Nil: nothing is kept.
    let settings: HistorySettings?
    private var positions = WaitingPositions()
    /// While they are written: the first device that is yet to come.
    private var next: Int?
    private var networks: [(device: Int32, row: HistoryNetwork)] = []
    private var events: [HistoryEvent] = []
    private var visits: [HistoryVisit] = []
    /// Since when something has been waiting, and when the writing began that is under way, on the uptime
    /// clock.
    private var waitingSince: Int64?
    private var writingSince: Int64?

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
        positions.append(HistoryPosition(position.fix, at: position.time), of: position.device)
    }

    mutating func note(_ network: Effects.TakenNetwork) {
        networks.append((Int32(network.device), HistoryNetwork(network.report, at: network.time)))
    }

    mutating func note(_ event: HistoryEvent) { events.append(event) }

    mutating func note(_ visit: HistoryVisit) { visits.append(visit) }

    /// Drops all that waits of a device, whose number another may get.
    mutating func drop(
        _ device: Int,
        _ id: Identifier,
        _ tracker: borrowing Tracker,
        _ port: inout OutputPort
    ) -> [Input] {
        positions.dropOldest(positions.count(of: device), of: device)
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
        return keepsPositions ? [.track, .transitions, .places, .rows] : [.transitions, .places, .rows]
    }

    mutating func publish(_ effects: Effects, _ tracker: borrowing Tracker, _ port: inout OutputPort) {
        noteTrack(effects)
        for index in effects.events.indices {
            note(HistoryEvent(effects.events[index], port.text(ofEvent: index, effects, tracker)))
        }
        noteVisits(effects)
    }

    mutating func keep(_ positions: [Effects.TakenPosition]) {
        for index in positions.indices { note(positions[index]) }
    }

    /// Gathers what an input had brought about, when the journal is gone through.
    mutating func recover(_ effects: Effects, _ tracker: borrowing Tracker) {
        noteTrack(effects)
        for event in effects.events { note(HistoryEvent(event, additions, names: tracker.details.names)) }
        noteVisits(effects)
    }

    private mutating func noteTrack(_ effects: Effects) {
        keep(effects.positions)
        if settings?.networks == true { for network in effects.networks { note(network) } }
    }

    private mutating func noteVisits(_ effects: Effects) {
        for event in effects.visits {
            guard case .departure(let visit) = event.report else { continue }
            note(HistoryVisit(visit, of: event.device))
        }
    }
}

// MARK: - Rows in the store

extension HistoryRecorder {
    /// The positions that one commit writes.
    private struct Turn {
        /// How many of each device, the oldest ones.
        var counts: [(device: Int, count: Int)] = []
        /// The device with which the next one begins; nil where this is the last.
        var next: Int?
    }

    mutating func isCommitDue(_ uptime: Int64) -> Bool {
        guard count > 0 else {
            (next, waitingSince, writingSince) = (nil, nil, nil)
            return false
        }
        let since = waitingSince ?? uptime
        waitingSince = since
        let isMuch = positions.count >= Self.enough || count - positions.count >= Self.part
        if next == nil, isMuch || uptime - since >= Self.patience { next = 0 }
        if next != nil { writingSince = writingSince ?? uptime }
        return next != nil
    }

    mutating func writeAhead() -> Bool {
        guard positions.count > Self.part else { return false }
        next = next ?? 0
        return true
    }

    func addRows(to batch: inout Batch, _ share: RowShare, _ tracker: borrowing Tracker) {
        guard count > 0, let turn = turn(share) else { return }
        batch.history = rows(turn, tracker)
    }

    mutating func didCommitRows(_ share: RowShare) {
        guard let turn = turn(share) else { return }
        for (device, count) in turn.counts { positions.dropOldest(count, of: device) }
        networks.removeAll()
        events.removeAll()
        visits.removeAll()
        if let device = turn.next { next = device } else { endWriting() }
    }

    /// What has come meanwhile of devices whose turn was over waits from when the writing began.
    private mutating func endWriting() {
        (next, waitingSince, writingSince) = (nil, count > 0 ? writingSince : nil, nil)
    }

    /// What a commit writes; nil where that is nothing.
    private func turn(_ share: RowShare) -> Turn? {
        switch share {
        case .none: nil
        case .due: next.map { turn(from: $0, atMost: max(Self.part, positions.count / 8)) }
        case .all: turn(from: 0, atMost: .max)
        }
    }

    private func turn(from first: Int, atMost most: Int) -> Turn {
        var (turn, room) = (Turn(), most)
        for device in min(first, positions.limit)..<positions.limit {
            let all = positions.count(of: device)
            guard all > 0 else { continue }
            let count = min(max(room, 0), all)
            if count > 0 { turn.counts.append((device, count)) }
            guard count == all else {
                turn.next = device
                break
            }
            room -= count + Self.perDevice
        }
        return turn
    }

    /// All that waits, for the store; devices by their names.
    func rows(_ tracker: borrowing Tracker) -> HistoryBatch { rows(turn(from: 0, atMost: .max), tracker) }

    private func rows(_ turn: Turn, _ tracker: borrowing Tracker) -> HistoryBatch {
        var batch = HistoryBatch(events: events, visits: visits)
        for (device, count) in turn.counts {
            batch.positions.append((tracker.engine.deviceID(device), positions.oldest(count, of: device)))
        }
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
