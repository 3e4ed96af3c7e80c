/// A change of fences that is in force, while not all devices have been looked at: for very many that takes
/// seconds.
///
/// Nothing else may happen to the engine before `Engine.goOn` says that all is done. Together the steps bring
/// about what the change at once does, in this order.
public struct RunningChange {
    let time: Timestamp
    /// The devices that it has to do with.
    let devices: [Int]
    /// By these: the silence that a device had fallen into.
    let silences: [Int64]
    /// By these: the groups that were reported; nil where none of them is asked for.
    let groups: [[Identifier]]?
    /// The fences that are others than they were.
    let changed: Set<Int32>
    let settling: Engine.Settling
    let reporting: Engine.Reporting?
    /// The groups that other fences are in.
    let regrouped: Set<Int32>
    /// The silences that counted.
    let staleTimes: [Int64]
    /// How many of the devices are done.
    var done = 0
}

extension Engine {
    /// Looks at some devices more for a change of fences; says whether that was the last of them.
    @discardableResult
    public mutating func goOn(
        with change: inout RunningChange,
        atMost most: Int,
        _ effects: inout Effects
    ) -> Bool {
        let end = change.done + min(most, change.devices.count - change.done)
        // Fences that go with a device ask who is inside meanwhile.
        occupants.gather(besides: context.fences.followers.values.reduce(into: []) { $0.formUnion($1) })
        for index in change.done..<end { lookAt(change.devices[index], index, change, &effects) }
        occupants.settle()
        change.done = end
        guard end == change.devices.count else { return false }
        planSilences(unlike: change.staleTimes)
        return true
    }

    private mutating func lookAt(
        _ device: Int,
        _ index: Int,
        _ change: borrowing RunningChange,
        _ effects: inout Effects
    ) {
        histories[device] = nil
        settleAnew(change.settling, device, at: change.time, &effects)
        skipDwells(change.changed, device, at: change.time)
        resumeSilence(change.silences[index], device, &effects)
        conclude(device, since: effects.mark, &effects)
        if let reporting = change.reporting { report(reporting, device, &effects) }
        settleGroups(device, change.regrouped, at: change.time, &effects)
        reportGroupsAnew(device, reported: change.groups?[index] ?? [], &effects)
        noteChange(device)
    }

    /// Dwell times that new rules bring and that have already passed, by the device's own clock, are not made
    /// up for.
    private mutating func skipDwells(_ slots: Set<Int32>, _ device: Int, at time: Timestamp) {
        let own = time.advanced(byMilliseconds: -devices[device].lag)
        for slot in devices[device].active where slots.contains(slot) {
            if let entry = context.fences[slot] { devices[device].skipDwells(slot, entry, upTo: own) }
        }
    }

    private mutating func settleAnew(
        _ settling: Settling,
        _ device: Int,
        at time: Timestamp,
        _ effects: inout Effects
    ) {
        let slots = slotsToSettle(settling, device)
        guard !slots.isEmpty else { return }
        let mark = effects.mark
        for slot in slots
        where settling.reported.contains(slot) || devices[device].pairs.hasBeenInside(slot) {
            guard let entry = context.fences[slot],
                !entry.admits(devices[device].id, assigned: devices[device].assignments, in: slot)
            else { continue }
            effects.cleared.append(.init(device: devices[device].id, fence: entry.fence.id))
        }
        devices[device].settleAnew(
            slots,
            Step(time: time, cause: .position),
            &context,
            &effects
        )
        noteOccupants(device, since: mark, effects)
        if !context.fences.groups.isEmpty { regroup(device, since: mark, &effects) }
    }
}
