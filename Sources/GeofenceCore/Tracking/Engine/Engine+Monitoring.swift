/// Monitoring of devices, and of single fences for them, is stopped and started.
///
/// Of a fence for all devices it is a property of the fence: see `Fence.isMonitored`. Neither makes an event:
/// what is no longer monitored becomes unknown, and what is again is first knowledge.
extension Engine {
    /// Whether a device is monitored.
    public func isMonitored(device: Int) -> Bool { devices[device].isMonitored }

    /// Whether a device is looked for in a fence.
    public func isMonitored(device: Int, fence slot: Int32) -> Bool {
        guard let entry = context.fences[slot] else { return false }
        return devices[device].isMonitored(slot, entry)
    }

    /// Stops monitoring a device: its place and network are forgotten, and all its statuses are unknown.
    ///
    /// A visit that it is on ends with its last position, and fences that go with it have no place. Whoever
    /// calls this gives the engine no observation of the device until `startMonitoring`.
    /// - Complexity: the fences that the device has to do with, and those that are reported for it.
    public mutating func stopMonitoring(device: Int, at time: Timestamp, _ effects: inout Effects) {
        guard devices[device].isMonitored else { return }
        flush(device: device, &effects)
        endVisit(of: device, &effects)
        let mark = effects.mark
        locator.remove(device, watching: devices[device].active)
        histories[device] = nil
        devices[device].forgetWhereabouts(&effects)
        devices[device].isMonitored = false
        unplaceFollowers(of: device, at: time, &effects)
        concludeMonitoring(device, since: mark, at: time, &effects)
    }

    /// Starts monitoring a device again: the next position and network are first knowledge.
    public mutating func startMonitoring(device: Int, at time: Timestamp, _ effects: inout Effects) {
        guard !devices[device].isMonitored else { return }
        devices[device].isMonitored = true
        concludeMonitoring(device, since: effects.mark, at: time, &effects)
    }

    /// Stops monitoring one fence for one device.
    public mutating func stopMonitoring(
        device: Int,
        fence slot: Int32,
        at time: Timestamp,
        _ effects: inout Effects
    ) {
        guard let entry = context.fences[slot], devices[device].isAdmitted(to: slot, entry),
            devices[device].isMonitored(slot)
        else { return }
        let mark = effects.mark
        devices[device].exclude(slot, entry, &effects)
        concludePair(device, since: mark, at: time, &effects)
    }

    /// Starts monitoring one fence for one device again: what is known of the device sets the status.
    public mutating func startMonitoring(
        device: Int,
        fence slot: Int32,
        at time: Timestamp,
        _ effects: inout Effects
    ) {
        guard !devices[device].isMonitored(slot) else { return }
        let mark = effects.mark
        devices[device].unmonitored.removeAll { $0 == slot }
        effects.statuses.append(.init(device: device, fence: slot))
        let step = Step(time: time, cause: .position)
        devices[device].settleAnew([slot], step, &context, &effects)
        concludePair(device, since: mark, at: time, &effects)
    }

    /// Whether a device is monitored, as of a store: it changes nothing else.
    ///
    /// Of the fences that are not monitored for it those count that it has a record of.
    public mutating func restoreMonitoring(device: Int, isMonitored: Bool, fences: [Int32]) {
        devices[device].isMonitored = isMonitored
        devices[device].unmonitored = fences.filter { devices[device].position(of: $0).found }.sorted()
    }

    private mutating func concludeMonitoring(
        _ device: Int,
        since mark: Effects.Mark,
        at time: Timestamp,
        _ effects: inout Effects
    ) {
        for slot in reportedFences(device: device) {
            effects.statuses.append(.init(device: device, fence: slot))
        }
        for group in reportedGroups(device: device) {
            effects.groups.append(.init(device: device, group: group))
        }
        concludePair(device, since: mark, at: time, &effects)
    }

    private mutating func concludePair(
        _ device: Int,
        since mark: Effects.Mark,
        at time: Timestamp,
        _ effects: inout Effects
    ) {
        noteOccupants(device, since: mark, effects)
        settleGroups(device, [], at: time, &effects)
        schedule(device)
        noteChange(device)
    }
}
