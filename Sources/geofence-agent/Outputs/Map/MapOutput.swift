import GeofenceCore

/// What the live map gets: devices and fences as they are, and what happens.
///
/// While nobody looks on it concerns itself with nothing. When somebody begins to, everything is said once,
/// in slices.
struct MapOutput: Output {
    let name = "map"
    /// Devices, or fences, in a slice.
    static let slice = 500
    /// Fences at most that are shown.
    static let mostFences = 10_000

    private var board: MapBoard?
    private var services = MapServices()
    /// The watch that is served; 0: none.
    private var watch = 0
    /// The number of the next device to be said; nil: all have been.
    private var nextDevice: Int?
    /// Fences that have yet to be said.
    private var nextFences: [Identifier] = []
    private var devices: Set<Int> = []
    /// Devices whose zones are others than before, where zones are shown.
    private var zones: Set<Int> = []
    private var events: [Event] = []
    /// Fences that zones are or were, and that are not shown.
    private var hidden: Set<Identifier> = []
    /// Whether everything has been said once.
    private var hasSaidAll = false
    private var wantsAllFences = false
    private var wantsPoints = false
    /// What has been said last of names.
    private var additions = EventAdditions()

    /// Somebody may look on through a board from now on.
    mutating func connect(_ board: MapBoard) {
        self.board = board
        board.services = services
    }

    var interest: Interest {
        guard watch != 0 else { return [] }
        let all: Interest = [.positions, .transitions, .fences]
        return showsZones ? all.union(.places) : all
    }

    private var showsZones: Bool { board?.settings.zones == true }

    /// Fences that aren't named may have changed as well.
    mutating func use(_ settings: AgentSettings) {
        services = MapServices(settings)
        board?.services = services
        guard watch != 0 else { return }
        (wantsAllFences, wantsPoints) = (true, true)
    }

    mutating func pointsChanged(_ tracker: borrowing Tracker, _ port: inout OutputPort) { wantsPoints = true }

    /// Positions are noted without the tracker.
    mutating func isConcerned(
        _ contents: Interest,
        _ effects: borrowing Effects,
        at now: Timestamp
    ) -> Bool {
        guard contents.subtracting(.track) == .positions else { return true }
        for index in effects.accepted.indices { devices.insert(effects.accepted[index]) }
        return false
    }

    func attention(
        to observation: borrowing Observation,
        of device: Int,
        _ port: inout OutputPort
    ) -> Attention { devices.contains(device) ? .none : .later }

    mutating func noteMove(of device: Int) { devices.insert(device) }

    mutating func publish(_ effects: Effects, _ tracker: borrowing Tracker, _ port: inout OutputPort) {
        devices.formUnion(effects.accepted)
        for pair in effects.statuses { devices.insert(pair.device) }
        for pair in effects.occupancy { devices.insert(pair.device) }
        if showsZones { zones.formUnion(effects.zones) }
        if effects.contents.contains(.fences) { noteFences(effects) }
        hide(effects.newFences + effects.changedFences, tracker)
        for event in effects.events {
            if let device = tracker.engine.device(event.device) { devices.insert(device) }
            if !event.isGroup, !hidden.contains(event.fence) { events.append(event) }
        }
    }

    mutating func detailChanged(
        _ detail: DeviceDetail,
        of device: Int,
        _ tracker: borrowing Tracker,
        _ port: inout OutputPort
    ) {
        if watch != 0 { devices.insert(device) }
    }

    private mutating func noteFences(_ effects: Effects) {
        let named = effects.newFences + effects.goneFences + effects.changedFences
        nextFences += named
        if named.isEmpty { wantsAllFences = true }
    }

    /// Which fences are not shown; those that were zones stay hidden when they go.
    private mutating func hide(_ fences: [Identifier], _ tracker: borrowing Tracker) {
        guard board?.settings.zones == false else { return }
        for fence in fences where tracker.zoneFences.contains(fence) { hidden.insert(fence) }
    }

    mutating func drop(
        _ device: Int,
        _ id: Identifier,
        _ tracker: borrowing Tracker,
        _ port: inout OutputPort
    ) -> [Input] {
        guard watch != 0 else { return [] }
        devices.insert(device)
        events.removeAll { $0.device == id }
        return []
    }
}

// MARK: - Background work

extension MapOutput {
    func hasWork(_ port: borrowing OutputPort) -> Bool { nextDevice != nil || !nextFences.isEmpty }

    /// Leaves on the board what has changed, and a slice of what has not been said yet.
    mutating func work(_ tracker: borrowing Tracker, _ port: inout OutputPort) {
        guard let board else { return }
        let current = board.watch
        if current != watch { begin(current, tracker, &port) }
        guard watch != 0 else { return }
        var update = MapUpdate(watch: watch)
        if wantsAllFences { takeAllFences(tracker) }
        addFences(tracker, &update)
        addDevices(tracker, &update)
        update.add(zones: zones)
        zones.removeAll()
        for event in events { update.add(event, name: tracker.details.names[event.device]) }
        events.removeAll(keepingCapacity: true)
        if wantsPoints { update.points = port.settings.pois?.table }
        wantsPoints = false
        if additions != port.settings.additions {
            additions = port.settings.additions
            update.additions = additions
        }
        if !update.isEmpty { board.put(update) }
    }

    private mutating func begin(_ watch: Int, _ tracker: borrowing Tracker, _ port: inout OutputPort) {
        self.watch = watch
        nextDevice = watch == 0 ? nil : 0
        hasSaidAll = false
        additions = EventAdditions()
        (nextFences, devices, zones, events, hidden) = ([], [], [], [], [])
        (wantsAllFences, wantsPoints) = (watch != 0, watch != 0)
        port.reviewInterests()
        if watch != 0 { hide(tracker.zoneFences.ids, tracker) }
    }

    private mutating func takeAllFences(_ tracker: borrowing Tracker) {
        wantsAllFences = false
        nextFences = tracker.engine.fenceIDs(atMost: Self.mostFences)
    }

    private mutating func addFences(_ tracker: borrowing Tracker, _ update: inout MapUpdate) {
        for id in nextFences.suffix(Self.slice) {
            let fence = hidden.contains(id) ? nil : tracker.engine.fence(id)
            update.put(fence, id)
        }
        nextFences.removeLast(min(nextFences.count, Self.slice))
    }

    private mutating func addDevices(_ tracker: borrowing Tracker, _ update: inout MapUpdate) {
        if let first = nextDevice {
            let end = min(first + Self.slice, tracker.engine.deviceLimit)
            for number in first..<max(first, end) where tracker.engine.hasDevice(number) {
                update.put(state(number, tracker), number)
            }
            nextDevice = end < tracker.engine.deviceLimit ? end : nil
        }
        if !hasSaidAll, nextDevice == nil, nextFences.isEmpty {
            hasSaidAll = true
            update.isWhole = true
        }
        for number in devices { update.put(state(number, tracker), number) }
        devices.removeAll(keepingCapacity: devices.count <= 1024)
    }

    /// A device as it is; nil where it is gone.
    private func state(_ number: Int, _ tracker: borrowing Tracker) -> MapDevice? {
        guard tracker.engine.hasDevice(number) else { return nil }
        var report = tracker.engine.report(device: number)
        if !hidden.isEmpty { report.inside.removeAll(where: hidden.contains) }
        let id = tracker.engine.deviceID(number)
        return MapDevice(
            id: id,
            report: report,
            battery: tracker.details.battery(of: number),
            name: tracker.details.names[id]
        )
    }
}
