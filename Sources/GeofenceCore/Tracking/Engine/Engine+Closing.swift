/// Fences that many are inside don't go at once: they close. Nobody enters one that is closing, and those
/// inside leave a few at a time, so that nothing else has to wait for all of them.
///
/// Without messages in between, the events are those of a removal at once.
extension Engine {
    /// Whether any fence is closing.
    public var isClosing: Bool { !context.fences.closing.isEmpty }

    /// The fences that are closing, in no order that means anything.
    public var closingFences: [Identifier] {
        context.fences.closing.compactMap { context.fences[$0]?.fence.id }
    }

    /// Whether all have left the fences that are closing.
    public var haveAllLeft: Bool { leftBelow >= devices.count }

    /// Of how many pairs of a device and one of some fences something would be published, should these go;
    /// no more are counted than `most`.
    public func crowd(of fences: [Identifier], upTo most: Int) -> Int {
        var count = 0
        for id in fences where count < most {
            guard let slot = slot(of: id), let entry = context.fences[slot] else { continue }
            let named = entry.fence.deviceNames?.count
            count += named ?? (context.fences.reportsAll ? directory.count : occupants.count(in: slot))
        }
        return min(count, most)
    }

    /// Of how many pairs of a device and a fence something is published; no more are counted than `most`.
    ///
    /// - Complexity: a look at each fence that somebody is inside.
    public func crowd(upTo most: Int) -> Int {
        let all = context.fences.reportsAll ? directory.count * context.fences.count : occupants.count
        return min(all, most)
    }

    /// Whether a fence can close: one that goes with a device, or is assigned to some, goes at once.
    public func canClose(_ id: Identifier) -> Bool {
        guard let fence = fence(id) else { return false }
        return fence.follows == nil && !fence.isAssigned
    }

    /// Lets nobody into some fences from now on; those inside leave with `leaveClosing`.
    ///
    /// What late positions may still prove is settled before, as with any change of fences.
    public mutating func close(_ fences: [Identifier], _ effects: inout Effects) {
        for device in deviceNumbers where devices[device].lateUntil != nil { settleLate(device, &effects) }
        histories.removeAll()
        restoreClosing(fences, below: 0)
    }

    /// Fences are closing, and devices below a number have left them, as a store has it.
    public mutating func restoreClosing(_ fences: [Identifier], below device: Int) {
        for id in fences where canClose(id) {
            if let slot = slot(of: id) { context.fences.close(slot) }
        }
        leftBelow = max(0, min(device, devices.count))
    }

    /// Has the next devices leave the fences that are closing, with the cause `removed`.
    ///
    /// - Parameters:
    ///   - most: of how many pairs of a device and a fence at most, but for the last device.
    ///   - time: when they leave.
    ///   - effects: what it brings about is added here.
    /// - Complexity: a look at each of the next devices until so many have left, and at who is inside the
    ///   fences that they leave.
    public mutating func leaveClosing(atMost most: Int, at time: Timestamp, _ effects: inout Effects) {
        let leaving = nextLeaving(atMost: most, &effects)
        let silences = leaving.devices.map { breakSilence($0, &effects) }
        let groups = leaving.devices.map { reportedGroups(device: $0) }
        for slot in leaving.bySlot.keys.sorted(by: { isBefore($0, $1) }) {
            let own = leaving.bySlot[slot] ?? []
            leave(slot, own, at: time, &effects)
            occupants.remove(Set(own.map { deviceID($0) }), from: slot)
        }
        leftBelow = leaving.next
        for (index, device) in leaving.devices.enumerated() {
            histories[device] = nil
            resumeSilence(silences[index], device, &effects)
            conclude(device, since: effects.mark, &effects)
            settleGroups(device, [], at: time, &effects)
            reportGroupsAnew(device, reported: groups[index], &effects)
            noteChange(device)
        }
    }

    /// The devices that leave next, ascending, by fence too, and the number of the one behind them.
    private struct Leaving {
        var devices: [Int] = []
        var bySlot: [Int32: [Int]] = [:]
        var next: Int
    }

    private mutating func nextLeaving(atMost most: Int, _ effects: inout Effects) -> Leaving {
        let slots = SlotSet(context.fences.closing)
        let placed = reportedSlots(of: slots)
        var leaving = Leaving(next: leftBelow)
        var count = 0
        while leaving.next < devices.count, count < most {
            let device = leaving.next
            leaving.next += 1
            guard directory.contains(device) else { continue }
            settleLate(device, &effects)
            let lost = slotsLost(slots, placed, device)
            guard !lost.isEmpty else { continue }
            leaving.devices.append(device)
            for slot in lost { leaving.bySlot[slot, default: []].append(device) }
            count += lost.count
        }
        return leaving
    }

    private func isBefore(_ slot: Int32, _ other: Int32) -> Bool {
        guard let id = fence(slot)?.id, let next = fence(other)?.id else { return slot < other }
        return id < next
    }

    /// Whether a device has left a fence that is closing.
    func hasLeft(_ device: Int, _ slot: Int32) -> Bool {
        device < leftBelow && context.fences.closing.contains(slot)
    }
}
