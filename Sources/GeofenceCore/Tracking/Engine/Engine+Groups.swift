/// A group of fences is one place: a device enters it with the first of its fences, and leaves it with the
/// last.
extension Engine {
    /// Brings a device's groups up to date with the fences whose inside it has just entered or left.
    ///
    /// A fence that is first known to hold the device sends no event. Where `learns` is set, the groups were
    /// known before, and a device that comes into one by such a fence has entered it.
    mutating func regroup(
        _ device: Int,
        since mark: Effects.Mark,
        learns: Bool = false,
        _ effects: inout Effects
    ) {
        var touched: Set<Int32> = []
        for change in effects.occupancy[mark.occupancy...] where change.device == device {
            touched.formUnion(context.fences[change.fence]?.groups ?? [])
        }
        let events = effects.events[mark.events...].filter { $0.device == devices[device].id && !$0.isLate }
        for event in events where event.cause == .crossing {
            touched.formUnion(
                context.fences.slot(of: event.fence).flatMap { context.fences[$0]?.groups } ?? []
            )
        }
        // By name: numbers are given anew at a start.
        for group in touched.sorted(by: { context.fences.groups[$0] < context.fences.groups[$1] }) {
            regroup(device, group, events, learns: learns, &effects)
        }
    }

    private mutating func regroup(
        _ device: Int,
        _ group: Int32,
        _ events: [Event],
        learns: Bool,
        _ effects: inout Effects
    ) {
        let name = context.fences.groups[group]
        let own = events.filter { event in
            context.fences.slot(of: event.fence).flatMap { context.fences[$0] }?.groups.contains(group)
                ?? false
        }
        let inside = devices[device].pairs.filter { pair in
            pair.status == .inside && context.fences[pair.fence]?.groups.contains(group) ?? false
        }
        var state = devices[device].groupState(group)
        effects.groups.append(.init(device: device, group: name))
        if !state.isInside { pass(name, own, &state, &effects) }
        let turns = own.filter { $0.cause != .crossing }
        if state.isInside, inside.isEmpty {
            leave(device, group, turns.last { $0.kind.isExit }, &state, &effects)
        } else if !state.isInside, !inside.isEmpty {
            var event = turns.filter { $0.kind == .enter }.min { $0.time < $1.time }
            if event == nil, learns { event = devices[device].firstEnter(of: inside, context.fences) }
            state.begin(at: event?.time ?? inside.map(\.since).min() ?? state.since)
            if let event { send(event, name, &state, &effects) }
        }
        devices[device].setGroup(state)
    }

    /// Sends the visits on the way between two fixes: those of fences that overlap are one.
    private func pass(
        _ name: Identifier,
        _ events: [Event],
        _ state: inout GroupState,
        _ effects: inout Effects
    ) {
        let edges = events.filter { $0.cause == .crossing && ($0.kind == .enter || $0.kind.isExit) }
        var depth = 0
        for event in edges.sorted(by: {
            ($0.time, $0.kind.isExit ? 1 : 0) < ($1.time, $1.kind.isExit ? 1 : 0)
        }) {
            if event.kind == .enter {
                depth += 1
                guard depth == 1 else { continue }
                state.begin(at: event.time)
            } else {
                depth -= 1
                guard depth == 0 else { continue }
                state.end(at: event.time)
            }
            send(event, name, &state, &effects)
        }
    }

    /// Ends a visit when the device left the last of the fences: an exit that was held may be reported after
    /// a later one.
    ///
    /// A fence of which nothing is known any more, since it changed, says only when it changed.
    private func leave(
        _ device: Int,
        _ group: Int32,
        _ event: Event?,
        _ state: inout GroupState,
        _ effects: inout Effects
    ) {
        let left = devices[device].pairs.filter { pair in
            pair.hasBeenInside && (pair.status != .unknown || event == nil)
                && context.fences[pair.fence]?.groups.contains(group) ?? false
        }
        let times = left.map(\.since) + [event?.time].compactMap(\.self)
        state.end(at: times.max() ?? state.since)
        if let event { send(event, context.fences.groups[group], &state, &effects) }
    }

    /// The group's event that follows from one of a fence.
    private func send(
        _ event: Event,
        _ group: Identifier,
        _ state: inout GroupState,
        _ effects: inout Effects
    ) {
        var own = event
        own.time = state.since
        // It may count from later than the event, and is certain no earlier than that.
        own.confirmed = event.confirmed.map { max($0, own.time) }
        if event.kind.isExit { own.kind = .exit(duration: own.time.millisecondsSince(state.visit)) }
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
    /// Begins a visit, no two of which have one id, and none before the end of the last.
    fileprivate mutating func begin(at time: Timestamp) {
        visit = max(time, hasBeenInside ? since : time, visit.advanced(byMilliseconds: 1))
        hasBeenInside = true
        since = visit
        isInside = true
    }

    /// Ends a visit, not before it began.
    fileprivate mutating func end(at time: Timestamp) {
        since = max(time, visit)
        isInside = false
    }
}

extension Event.Kind {
    /// Whether it is the end of a visit.
    var isExit: Bool {
        if case .exit = self { true } else { false }
    }
}

extension DeviceState {
    /// What is kept of a group; where nothing is yet, outside since anything is known of the device.
    func groupState(_ group: Int32) -> GroupState {
        groups.first { $0.group == group }
            ?? GroupState(group: group, isInside: false, since: firstKnowledge ?? .distantPast)
    }

    /// What the first of some fences that hold the device would have sent, had it been known to be outside of
    /// it before.
    fileprivate func firstEnter(of inside: [FenceMembership], _ fences: borrowing FenceTable) -> Event? {
        var first: Event?
        for pair in inside {
            guard let entry = fences[pair.fence] else { continue }
            let (fence, via) = (entry.fence.id, pair.via)
            if let first, (first.time, first.fence) < (pair.since, fence) { continue }
            first = Event(
                kind: .enter,
                device: id,
                fence: fence,
                time: pair.since,
                fix: fix?.value,
                via: via,
                cause: via.contains(.region) ? .position : .wifi,
                confidence: entry.confidence(in: .inside, fix?.value, via),
                visit: pair.visit,
                sequence: pair.sequence
            )
        }
        return first
    }

    /// When the first fix or network came; nil before.
    var firstKnowledge: Timestamp? {
        guard let firstFix, let firstWiFi else { return firstFix ?? firstWiFi }
        return min(firstFix, firstWiFi)
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
