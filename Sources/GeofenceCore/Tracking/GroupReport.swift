/// What a group's topic tells of a device.
public struct GroupReport: Hashable, Sendable {
    /// Inside of any of its fences.
    public var status: Status
    /// Since when; nil while it is unknown.
    public var since: Timestamp?
    /// The fences of the group that it is inside, ascending by id.
    public var fences: [Identifier]
    /// The beginning of the visit that goes on; nil where none does.
    public var visit: Timestamp?
}

extension Engine {
    /// The status of a device and a group; nil where no fence has ever been in such a group.
    public func report(device: Int, group name: Identifier) -> GroupReport? {
        guard let group = fences.groups.number(of: name) else { return nil }
        let state = devices[device]
        let isKnown = state.firstFix != nil || state.firstWiFi != nil
        let own = state.groupState(group)
        let inside = state.pairs.compactMap { pair -> Identifier? in
            guard pair.status == .inside, let entry = fences[pair.fence] else { return nil }
            return entry.groups.contains(group) ? entry.fence.id : nil
        }
        return GroupReport(
            status: own.isInside ? .inside : isKnown ? .outside : .unknown,
            since: isKnown ? own.since : nil,
            fences: inside.sorted(),
            visit: own.isInside ? own.visit : nil
        )
    }

    /// Whether the status of a device and a group is told.
    public func isTold(_ pair: Effects.Grouping) -> Bool {
        guard let group = fences.groups.number(of: pair.group) else { return false }
        return fences.tellsAll || devices[pair.device].groupState(group).hasBeenInside
    }

    /// The groups whose status with a device is told, ascending: all while fences are few, else those it has been inside.
    public func toldGroups(device: Int) -> [Identifier] {
        let state = devices[device]
        let told = Set(fences.all.filter { $0.entry.admits(state.id) }.flatMap(\.entry.groups))
        return told.filter { fences.tellsAll || state.groupState($0).hasBeenInside }.map { fences.groups[$0] }
            .sorted()
    }
}
