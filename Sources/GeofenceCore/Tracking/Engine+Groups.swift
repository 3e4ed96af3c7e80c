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
        let own = events.filter { isMember($0.fence, of: group) && ($0.kind == .enter || $0.kind.isExit) }
        let inside = devices[device].pairs.filter { pair in
            pair.status == .inside && fences[pair.fence]?.groups.contains(group) ?? false
        }
        var state = devices[device].groupState(group)
        effects.groups.append(.init(device: device, group: fences.groups[group]))
        if !state.isInside { pass(own.filter { $0.cause == .crossing }, group, &state, &effects) }
        if state.isInside, inside.isEmpty {
            let last = own.last { $0.kind.isExit }
            state.end(at: last?.time ?? state.since)
            if let last { send(last, group, &state, &effects) }
        } else if !state.isInside, let since = inside.map(\.since).min() {
            let first = own.filter { $0.kind == .enter }.min { $0.time < $1.time }
            state.begin(at: first?.time ?? since)
            if let first { send(first, group, &state, &effects) }
        }
        devices[device].setGroup(state)
    }

    private func isMember(_ fence: Identifier, of group: Int32) -> Bool {
        fences.slots[fence].flatMap { fences[$0] }?.groups.contains(group) ?? false
    }

    /// Follows the enters and exits on a way between two fixes, in the order of their times, from outside to outside.
    private func pass(
        _ crossings: [Event],
        _ group: Int32,
        _ state: inout GroupState,
        _ effects: inout Effects
    ) {
        var inside = 0
        for event in crossings {
            if event.kind == .enter {
                if inside == 0 {
                    state.begin(at: event.time)
                    send(event, group, &state, &effects)
                }
                inside += 1
            } else {
                inside -= 1
                guard inside == 0 else { continue }
                state.end(at: event.time)
                send(event, group, &state, &effects)
            }
        }
    }

    /// Sends the group's event that follows from one of a fence.
    private func send(
        _ event: Event,
        _ group: Int32,
        _ state: inout GroupState,
        _ effects: inout Effects
    ) {
        state.sequence &+= 1
        var own = event
        if event.kind == .enter { own.time = state.visit }
        if event.kind.isExit { own.kind = .exit(duration: event.time.millisecondsSince(state.visit)) }
        own.fence = fences.groups[group]
        own.isGroup = true
        own.name = nil
        own.visit = state.visit
        own.sequence = state.sequence
        effects.events.append(own)
    }
}

extension GroupState {
    /// Begins a visit, no two of which have one id.
    fileprivate mutating func begin(at time: Timestamp) {
        visit = max(time, visit.advanced(byMilliseconds: 1))
        hasBeenInside = true
        since = visit
        isInside = true
    }

    fileprivate mutating func end(at time: Timestamp) {
        isInside = false
        since = time
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
