/// The statuses that no record is kept of: with few fences those of all pairs are reported.
extension Engine {
    /// The statuses without a record that come or go where more or fewer are reported than before.
    struct Reporting {
        /// The fences that somebody has placed, ascending by slot.
        let placed: [Int32]
        /// Whether they are no longer reported.
        let isClearing: Bool
        /// Fences of which nothing changes; nil: none.
        let leavesOut: Set<Int32>
        /// The only fences that count; nil: all.
        let only: Set<Int32>?
    }

    /// Pairs of which statuses without a record come or go at once at most; those of more follow by and by.
    private static let mostReportedAtOnce = 10_000

    /// What is to be reported of each of some devices; nil where that is nothing, or follows by and by.
    func reporting(
        _ anew: Set<Int32>,
        added: Set<Int32>,
        reportedAll: Bool,
        of devices: [Int],
        _ effects: inout Effects
    ) -> Reporting? {
        guard let reporting = reporting(anew, added: added, reportedAll: reportedAll) else { return nil }
        guard reporting.placed.count * devices.count > Self.mostReportedAtOnce else { return reporting }
        if reporting.isClearing {
            effects.unreportedFences += reporting.placed.compactMap { fence($0)?.id }
        } else {
            effects.reportsMore = true
        }
        return nil
    }

    /// Where the groups of many devices are no longer all reported, has them go by and by; says whether that
    /// is so.
    func clearGroupsOfMany(_ devices: [Int], reportedAll: Bool, _ effects: inout Effects) -> Bool {
        let groups = context.fences.groups.names
        guard reportedAll, !context.fences.reportsAllGroups,
            groups.count * devices.count > Self.mostReportedAtOnce
        else { return false }
        effects.unreportedGroups += groups
        return true
    }

    private func reporting(_ anew: Set<Int32>, added: Set<Int32>, reportedAll: Bool) -> Reporting? {
        let placed = context.fences.origins.placed
        switch (reportedAll, context.fences.reportsAll) {
        case (false, false): return nil
        case (true, false):
            let before = placed.ascending.filter { !added.contains($0) }
            return Reporting(placed: before, isClearing: true, leavesOut: added, only: nil)
        case (false, true):
            return Reporting(placed: placed.ascending, isClearing: false, leavesOut: [], only: nil)
        case (true, true):
            let moved = anew.filter(placed.contains).sorted()
            return Reporting(placed: moved, isClearing: false, leavesOut: [], only: anew)
        }
    }

    /// Reports what no record is kept of, or clears it, where more or fewer statuses are reported than
    /// before.
    func report(_ reporting: Reporting, _ device: Int, _ effects: inout Effects) {
        for (slot, entry) in context.fences.fences(for: devices[device], placed: reporting.placed)
        where devices[device].pair(slot)?.hasBeenInside != true && !reporting.leavesOut.contains(slot) {
            guard reporting.only?.contains(slot) ?? true else { continue }
            if reporting.isClearing {
                effects.cleared.append(.init(device: devices[device].id, fence: entry.fence.id))
            } else {
                effects.statuses.append(.init(device: device, fence: slot))
            }
        }
    }

    /// Of some fences, and of those that are for a device alone, the ones that it may have had a status of
    /// and of which none is reported now; one that is gone is among them.
    public func unreported(_ fences: [Identifier], device: Int) -> [Identifier] {
        let own = context.fences.origins.ownSlots(of: devices[device]).compactMap { fence($0)?.id }
        return (fences + own).filter { id in
            guard let slot = slot(of: id), let entry = context.fences[slot] else { return true }
            return entry.admits(devices[device].id, assigned: devices[device].assignments, in: slot)
                && !isReported(.init(device: device, fence: slot))
        }
    }

    /// The same of groups.
    public func unreported(groups: [Identifier], device: Int) -> [Identifier] {
        groups.filter { !isReported(.init(device: device, group: $0)) }
    }
}
