/// What a checkpoint has to write: the devices and fences that are not as the last one has them.
extension Engine {
    /// The devices that changed since the last checkpoint, in the order in which they first did.
    public var changedDevices: [Int] { changed.filter(directory.contains) }

    /// How many devices changed since the last checkpoint; those that were forgotten since may be counted.
    public var changeCount: Int { changed.count }

    /// The slots whose fences changed since the last checkpoint, in the order in which they first did; one
    /// that is empty now is among them.
    public var changedFences: [Int32] { context.fences.changed.slots }

    /// Whether `writeFenceRules` writes something else than at the last checkpoint.
    public var hasChangedFenceRules: Bool { keptRules != fenceRules }

    /// All slots of fences lie below this number.
    public var fenceLimit: Int { context.fences.limit }

    /// All devices and fences are kept as they are now.
    public mutating func didCheckpoint() {
        for device in changed { devices[device].isListed = false }
        changed.removeAll(keepingCapacity: true)
        context.fences.didCheckpoint()
        keptRules = fenceRules
    }

    /// What stands beside the fences in a checkpoint.
    struct FenceRules: Equatable {
        var reportAllUpTo: Int
        var stream: StreamRules
        /// Groups keep their numbers, and none goes: others are more.
        var groupCount: Int
    }

    var fenceRules: FenceRules {
        FenceRules(
            reportAllUpTo: context.fences.reportAllUpTo,
            stream: context.stream,
            groupCount: context.fences.groups.names.count
        )
    }

    /// Notes that what is kept of a device is not what it was.
    ///
    /// Not inlined: who is called for each message looks first whether there is anything to note.
    @inline(never)
    mutating func noteChange(_ device: Int) {
        guard !devices[device].isListed else { return }
        devices[device].isListed = true
        changed.append(device)
    }
}
