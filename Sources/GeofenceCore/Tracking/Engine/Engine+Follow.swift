/// A fence that goes with a device: when that one moves, all others near it are judged anew by the fixes they
/// sent last.
extension Engine {
    /// Brings the fences that follow a device to its last fix.
    mutating func moveFollowers(_ device: Int, _ effects: inout Effects) {
        guard let fix = devices[device].fix else { return }
        locator.place(device, at: fix.value.coordinate)
        watch(device)
        guard let slots = context.fences.followers[devices[device].id] else { return }
        let moved = fencesByID(slots.filter { context.fences[$0]?.anchor?.fix != fix.value })
        for slot in moved { runTimers(ofDevicesAt: slot, to: fix.time, &effects) }
        let isNew = moved.map { context.fences[$0]?.anchor == nil }
        for slot in moved { moveFence(slot, device) }
        for (slot, isNew) in zip(moved, isNew) {
            for other in neighbours(of: slot) where other != device {
                reevaluate(other, slot, at: fix.time, isNew: isNew, &effects)
            }
            if isNew, context.fences.reportsAll { report(slot, &effects) }
        }
    }

    /// Slots ascending by their fences' ids, which, unlike slots, do not depend on what fences came before.
    private func fencesByID(_ slots: Set<Int32>) -> [Int32] {
        guard slots.count > 1 else { return Array(slots) }
        let named = slots.compactMap { slot in context.fences[slot].map { (slot: slot, id: $0.fence.id) } }
        return named.sorted { $0.id < $1.id }.map(\.slot)
    }

    /// Lets the timers run that are due up to and at a moment, of the devices that a fence is a matter of,
    /// while it is still where it was then.
    private mutating func runTimers(ofDevicesAt slot: Int32, to time: Timestamp, _ effects: inout Effects) {
        let waiting = locator.watching(slot).filter { devices[$0].pair(slot)?.isActive ?? false }
        for device in waiting.sorted() {
            while let due = devices[device].nextTimer, due <= time,
                runTimers(of: device, dueAt: due, &effects)
            {}
        }
    }

    /// Moves a fence without judging anybody.
    private mutating func moveFence(_ slot: Int32, _ leader: Int) {
        guard let fix = devices[leader].fix else { return }
        context.fences.move(slot, to: fix.value, at: devices[leader].firstFix ?? fix.time)
    }

    /// Puts a device that was read back where it was seen last, and the fences that follow it.
    mutating func regain(_ device: Int) {
        guard !context.fences.followers.isEmpty, let fix = devices[device].fix else { return }
        locator.place(device, at: fix.value.coordinate)
        for slot in context.fences.followers[devices[device].id] ?? [] { moveFence(slot, device) }
        watch(device)
    }

    /// Leaves the fences that follow a device without a place: whoever is inside is so no more, without an
    /// event.
    mutating func unplaceFollowers(of device: Int, at time: Timestamp, _ effects: inout Effects) {
        for slot in fencesByID(context.fences.followers[devices[device].id] ?? []) {
            context.fences.unplace(slot)
            for other in deviceNumbers where devices[other].pair(slot) != nil {
                let mark = effects.mark
                devices[other].suspend(slot, &effects)
                noteOccupants(other, since: mark, effects)
                settleGroups(other, [], at: time, &effects)
                schedule(other)
                noteChange(other)
            }
        }
    }

    /// Notes the fences on the move that a device has to be looked at for.
    private mutating func watch(_ device: Int) {
        for slot in devices[device].active where context.fences[slot]?.fence.follows != nil {
            locator.watch(slot, device, true)
        }
    }

    /// Puts fences that are new where the devices are that they follow, and all devices where they were seen
    /// last.
    mutating func placeFollowers() {
        guard !context.fences.followers.isEmpty else { return }
        for device in deviceNumbers {
            guard let fix = devices[device].fix else { continue }
            locator.place(device, at: fix.value.coordinate)
            watch(device)
        }
        for (name, slots) in context.fences.followers {
            guard let leader = directory.find(name) else { continue }
            for slot in slots { moveFence(slot, leader) }
        }
    }

    /// The devices whose last fix may be inside, and those that have a record which is not at rest,
    /// ascending.
    private func neighbours(of slot: Int32) -> [Int] {
        guard let entry = context.fences[slot], let anchor = entry.anchor, let follows = entry.fence.follows
        else {
            return []
        }
        var near: [Int32] = []
        locator.near(anchor.fix.coordinate, within: follows.radius + entry.reach, into: &near)
        let inside = occupants[slot].compactMap { directory.find($0) }
        let waiting = locator.watching(slot).filter { devices[$0].pair(slot)?.isActive ?? false }
        return Set(near.map(Int.init)).union(inside).union(waiting).sorted()
    }

    /// Judges a device by its last fix, since the fence has come or gone.
    private mutating func reevaluate(
        _ device: Int,
        _ slot: Int32,
        at time: Timestamp,
        isNew: Bool,
        _ effects: inout Effects
    ) {
        guard let entry = context.fences[slot], entry.admits(devices[device].id),
            devices[device].isMonitored(slot, entry)
        else { return }
        let mark = effects.mark
        if isNew, devices[device].pair(slot) == nil { devices[device].addPair(slot, entry, .unknown) }
        devices[device].reevaluate(slot, entry, at: time, &context, &effects)
        let isWaiting = devices[device].pair(slot)?.isActive ?? false
        devices[device].setActive(slot, isWaiting)
        locator.watch(slot, device, isWaiting)
        if context.stream.lateEvents { keepHistory(device, since: mark, upTo: time, effects) }
        noteOccupants(device, since: mark, effects)
        if !context.fences.groups.isEmpty {
            regroup(device, since: mark, learns: true, &effects)
        }
        noteChange(device)
        schedule(device)
    }

    /// Reports a status that has become known of all devices that have a place.
    private func report(_ slot: Int32, _ effects: inout Effects) {
        guard let entry = context.fences[slot] else { return }
        for device in deviceNumbers
        where devices[device].firstFix != nil && entry.admits(devices[device].id) {
            effects.statuses.append(.init(device: device, fence: slot))
        }
    }
}

extension DeviceState {
    /// Judges the last fix anew by a fence that has moved; a status that changes does so when the fence came.
    fileprivate mutating func reevaluate(
        _ slot: Int32,
        _ entry: FenceEntry,
        at time: Timestamp,
        _ context: inout StepContext,
        _ effects: inout Effects
    ) {
        guard let (fix, measured) = lastUsable(by: slot, entry) else { return }
        var question = measured
        question.isRepeat = true
        let time = max(time, fix.time)
        if let nextTimer, nextTimer <= time { _ = advance(to: time, &context, &effects) }
        let (firstEvent, firstDecision) = (effects.events.count, effects.decisions.count)
        context.scratch.begin()
        judge(question, slot, at: time, &context, &effects)
        decideTouched(time, fix.value, &context, &effects)
        effects.sortEvents(from: firstEvent)
        concludeDecisions(from: firstDecision, fix.value, &context, &effects)
    }

    /// The device's last fix where a fence that has moved can use it, else the one that it went by before.
    private mutating func lastUsable(
        by slot: Int32,
        _ entry: FenceEntry
    ) -> (Stamped<Fix>, EdgeMeasurement)? {
        guard let fix, entry.admits(id), let question = entry.question(of: fix.value) else { return nil }
        guard question.isRefused else {
            forgetEarlierFix(of: slot)
            return (fix, question)
        }
        guard let own = lastFix(for: slot), let older = entry.question(of: own.value) else {
            return (fix, question)
        }
        return (own, older)
    }
}
