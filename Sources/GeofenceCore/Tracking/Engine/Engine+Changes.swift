/// What a checkpoint has to write: the devices that are not as the last one has them.
extension Engine {
    /// The devices that changed since the last checkpoint, in the order in which they first did.
    public var changedDevices: [Int] { changed.filter(directory.contains) }

    /// How many devices changed since the last checkpoint; those that were forgotten since may be counted.
    public var changeCount: Int { changed.count }

    /// All devices are kept as they are now.
    public mutating func didCheckpoint() {
        for device in changed { devices[device].isListed = false }
        changed.removeAll(keepingCapacity: true)
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
