/// What a group's topic reports of a device.
public struct GroupReport: Hashable, Sendable {
    /// Inside of any of its fences.
    public var status: Status
    /// Since when; nil while it is unknown.
    public var since: Timestamp?
    /// The fences of the group that it is known to be inside, ascending by id.
    public var fences: [Identifier]
    /// The beginning of the visit that goes on; nil where none does, and while the status is unknown.
    public var visit: Timestamp?
    /// Whether it is unknown because all of its fences that the device was inside are stale.
    public var isStale = false
}

extension Engine {
    /// The status of a device and a group; nil where no fence has ever been in such a group.
    ///
    /// While none of its fences is known to hold the device, and one that held it is stale, so is the group.
    public func report(device: Int, group name: Identifier) -> GroupReport? {
        guard let group = context.fences.groups.number(of: name) else { return nil }
        let state = devices[device]
        let own = state.groupState(group)
        let holding = state.entries(holdingIn: group, context.fences)
        let known = holding.filter { !state.isStale($0) }
        if known.isEmpty, !holding.isEmpty { return GroupReport(status: .unknown, fences: [], isStale: true) }
        let isKnown = state.firstFix != nil || state.firstWiFi != nil
        return GroupReport(
            status: own.isInside ? .inside : isKnown ? .outside : .unknown,
            since: isKnown ? own.since : nil,
            fences: known.map(\.fence.id).sorted(),
            visit: own.isInside ? own.visit : nil
        )
    }

    /// Whether the status of a device and a group is reported: only where a fence of the group is for the
    /// device.
    public func isReported(_ pair: Effects.Grouping) -> Bool {
        guard let group = context.fences.groups.number(of: pair.group) else { return false }
        let state = devices[pair.device]
        guard context.fences.reportsAllGroups || state.groupState(group).hasBeenInside else { return false }
        return context.fences.admits(state.id, group: group)
    }

    /// The groups whose status with a device is reported, ascending: all while fences are few, else those it
    /// has been inside.
    public func reportedGroups(device: Int) -> [Identifier] {
        guard !context.fences.groups.isEmpty else { return [] }
        let visited = devices[device].groups.filter(\.hasBeenInside).map { context.fences.groups[$0.group] }
        return (context.fences.reportsAllGroups ? context.fences.groups.names : visited)
            .filter { isReported(.init(device: device, group: $0)) }.sorted()
    }
}

extension DeviceState {
    /// The fences of a group that the device is inside, be they stale or not.
    fileprivate func entries(holdingIn group: Int32, _ fences: borrowing FenceTable) -> [FenceEntry] {
        pairs.compactMap { pair in
            guard pair.status == .inside, let entry = fences[pair.fence] else { return nil }
            return entry.groups.contains(group) ? entry : nil
        }
    }
}
