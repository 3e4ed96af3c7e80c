extension Engine {
    /// Makes the assigned fences of a device exactly these, and puts in those that aren't there yet.
    ///
    /// Costs what the fences of this one device cost, however many devices there are: it is for places that
    /// come and go with a device, such as those around the points of interest near it. It leaves a fence that
    /// is no longer assigned to it, with the cause `removed` where it was inside; the fence goes with the
    /// last device that it was assigned to. A new one is judged by the device's last fix as if it had been
    /// there just before it: inside is an enter, but with the device's first fix, which sets the status
    /// alone. Of a fence that is there already under the same id the one that is there counts; none is
    /// assigned one that isn't for assigned devices, or is elsewhere.
    ///
    /// - Parameters:
    ///   - device: the device's number.
    ///   - wanted: fences for assigned devices.
    ///   - time: when the change is made, in the device's own time.
    ///   - isQuiet: whether the status of new ones is set without an event, as of fences that a configuration
    ///     adds.
    ///   - effects: what the change brings about is added here.
    /// - Returns: the fences that came or went with it.
    @discardableResult
    public mutating func assign(
        device: Int,
        to wanted: [Fence],
        at time: Timestamp,
        isQuiet: Bool = false,
        _ effects: inout Effects
    ) -> AssignmentChange {
        var change = AssignmentChange()
        let kept = Set(wanted.map(\.id))
        let before = devices[device].assignments
        let left = before.filter { slot in context.fences[slot].map { !kept.contains($0.fence.id) } ?? true }
        guard !left.isEmpty || kept.count > before.count - left.count else { return change }
        // What late positions are judged by names slots, which other fences may have from here on.
        settleLate(device, &effects)
        histories[device] = nil
        noteChange(device)
        let staleTimes = context.fences.needs.staleTimes
        let mark = effects.mark
        for slot in left { unassign(device, from: slot, at: time, &change, &effects) }
        effects.sortEvents(from: mark.events)
        for fence in wanted where fence.isAssigned {
            addAssigned(device, to: fence, isQuiet: isQuiet, &change, &effects)
        }
        conclude(device, since: mark, &effects)
        effects.newFences += change.new
        effects.goneFences += change.gone
        planSilences(unlike: staleTimes)
        return change
    }

    /// The fences that are assigned to a device, ascending by id.
    public func assignments(ofDevice device: Int) -> [Fence] {
        devices[device].assignments.compactMap { context.fences[$0]?.fence }.sorted { $0.id < $1.id }
    }

    /// All fences for assigned devices, ascending by id.
    public var assignedFences: [Fence] {
        guard context.fences.origins.assignedFenceCount > 0 else { return [] }
        return allFences.filter(\.isAssigned)
    }

    /// How many fences are for assigned devices.
    public var assignedFenceCount: Int { context.fences.origins.assignedFenceCount }

    private mutating func unassign(
        _ device: Int,
        from slot: Int32,
        at time: Timestamp,
        _ change: inout AssignmentChange,
        _ effects: inout Effects
    ) {
        let isReported = isReported(.init(device: device, fence: slot))
        if let entry = context.fences[slot] {
            let step = Step(time: time, cause: .removed, isCertain: true)
            devices[device].leave(slot, entry, step, &effects)
            if isReported { effects.cleared.append(.init(device: devices[device].id, fence: entry.fence.id)) }
            occupants.set(devices[device].id, in: slot, false)
        }
        devices[device].assignments.removeAll { $0 == slot }
        change.gone += dropReference(of: slot, &effects).map { [$0] } ?? []
    }

    private mutating func addAssigned(
        _ device: Int,
        to fence: Fence,
        isQuiet: Bool,
        _ change: inout AssignmentChange,
        _ effects: inout Effects
    ) {
        let known = context.fences.slot(of: fence.id)
        if let known, context.fences[known]?.fence.hasSamePlace(as: fence) != true { return }
        let slot = known ?? context.fences.set(fence)
        guard !devices[device].assignments.contains(slot) else { return }
        if known == nil { change.new.append(fence.id) }
        devices[device].assignments.append(slot)
        devices[device].assignments.sort()
        referenceCounts[slot, default: 0] += 1
        devices[device].settleAssigned(slot, isQuiet: isQuiet, &context, &effects)
        if context.fences.reportsAll { effects.statuses.append(.init(device: device, fence: slot)) }
    }

    /// Notes that a fence is assigned to one device less; with the last one it goes, and its id is given.
    mutating func dropReference(of slot: Int32, _ effects: inout Effects) -> Identifier? {
        let left = (referenceCounts[slot] ?? 1) - 1
        referenceCounts[slot] = left > 0 ? left : nil
        guard left <= 0 else { return nil }
        guard let fence = context.fences[slot]?.fence, fence.isAssigned else { return nil }
        occupants.removeAll(in: slot)
        effects.removeDecisions { $0.fence == slot }
        context.fences.remove(fence.id)
        return fence.id
    }

    /// A fence has become one that needs no assignment: whoever is inside stays inside.
    mutating func forgetAssignments(to slot: Int32) {
        referenceCounts[slot] = nil
        for device in deviceNumbers where devices[device].hasAssignment(to: slot) {
            devices[device].assignments.removeAll { $0 == slot }
        }
    }
}

/// Assigned fences that came with their first device, or went with their last.
public struct AssignmentChange: Hashable, Sendable {
    /// Those that came.
    public var new: [Identifier] = []
    /// Those that went.
    public var gone: [Identifier] = []

    /// None.
    public init() {}
}
