/// A group of fences is one place: a device enters it with the first of its fences, and leaves it with the last.
extension Engine {
    /// Brings a device's groups up to date with the fences whose inside it has just entered or left.
    mutating func regroup(_ device: Int, since mark: Effects.Mark, _ effects: inout Effects) {
        var touched: Set<Int32> = []
        for change in effects.occupancy[mark.occupancy...] where change.device == device {
            touched.formUnion(fences[change.fence]?.groups ?? [])
        }
        let events = effects.events[mark.events...].filter { $0.device == devices[device].id && !$0.isLate }
        for event in events where event.cause == .crossing {
            touched.formUnion(fences.slots[event.fence].flatMap { fences[$0]?.groups } ?? [])
        }
        for group in touched.sorted() { regroup(device, group, events, &effects) }
    }

    private mutating func regroup(
        _ device: Int,
        _ group: Int32,
        _ events: [Event],
        _ effects: inout Effects
    ) {
        let name = fences.groups[group]
        let own = events.filter { event in
            fences.slots[event.fence].flatMap { fences[$0] }?.groups.contains(group) ?? false
        }
        let inside = devices[device].pairs.filter { pair in
            pair.status == .inside && fences[pair.fence]?.groups.contains(group) ?? false
        }
        var state = devices[device].groupState(group)
        effects.groups.append(.init(device: device, group: name))
        if !state.isInside {
            for event in own where event.cause == .crossing { send(event, name, &state, &effects) }
        }
        if state.isInside != !inside.isEmpty {
            let event =
                state.isInside
                ? own.last { $0.kind.isExit } : own.filter { $0.kind == .enter }.min { $0.time < $1.time }
            let time = event?.time ?? inside.map(\.since).min() ?? state.since
            if state.isInside {
                if let event { send(event, name, &state, &effects) }
                state.isInside = false
                state.since = time
            } else {
                state.begin(at: time)
                if let event { send(event, name, &state, &effects) }
            }
        }
        devices[device].setGroup(state)
    }

    /// The group's event that follows from one of a fence.
    private func send(
        _ event: Event,
        _ group: Identifier,
        _ state: inout GroupState,
        _ effects: inout Effects
    ) {
        if event.cause == .crossing, event.kind == .enter { state.begin(at: event.time, isOver: true) }
        var own = event
        if event.kind == .enter { own.time = state.visit }
        if event.kind.isExit { own.kind = .exit(duration: event.time.millisecondsSince(state.visit)) }
        state.sequence &+= 1
        own.fence = group
        own.isGroup = true
        own.name = nil
        own.visit = state.visit
        own.sequence = state.sequence
        effects.events.append(own)
    }
}

extension GroupState {
    /// Begins a visit, no two of which have one id.
    fileprivate mutating func begin(at time: Timestamp, isOver: Bool = false) {
        visit = max(time, visit.advanced(byMilliseconds: 1))
        hasBeenInside = true
        since = visit
        isInside = !isOver
    }
}

extension Event.Kind {
    /// Whether it is the end of a visit.
    var isExit: Bool {
        if case .exit = self { true } else { false }
    }
}

extension DeviceState {
    /// What is kept of a group, also where nothing is yet.
    func groupState(_ group: Int32) -> GroupState {
        groups.first { $0.group == group }
            ?? GroupState(group: group, isInside: false, since: firstFix ?? firstWiFi ?? .distantPast)
    }

    mutating func setGroup(_ state: GroupState) {
        if let index = groups.firstIndex(where: { $0.group >= state.group }) {
            if groups[index].group == state.group {
                groups[index] = state
            } else {
                groups.insert(state, at: index)
            }
        } else {
            groups.append(state)
        }
    }
}
