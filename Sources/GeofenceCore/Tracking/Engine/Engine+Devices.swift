/// The devices that are known, by their numbers, and which of them have changed.
extension Engine {
    /// How many devices are known.
    public var deviceCount: Int { directory.count }

    /// The numbers of all devices, ascending.
    ///
    /// - Complexity: O(numbers).
    public var deviceNumbers: [Int] { (0..<directory.limit).filter { directory.contains($0) } }

    /// The ids of all devices, in the order of their numbers.
    public var deviceIDs: some Sequence<Identifier> {
        let devices = devices
        return deviceNumbers.lazy.map { devices[$0].id }
    }

    /// All numbers of devices are below this.
    public var deviceLimit: Int { directory.limit }

    /// Whether there is a device with a number.
    public func hasDevice(_ device: Int) -> Bool { directory.contains(device) }

    /// The number of a device, found by the bytes of its id.
    public func device(_ id: UnsafeRawBufferPointer) -> Int? { directory.find(id) }

    /// The number of a device, found by the bytes of its id: what each message asks.
    ///
    /// It changes nothing, and is mutating since all of the engine is copied for a call that is not, some 3
    /// kB.
    public mutating func number(of id: UnsafeRawBufferPointer) -> Int? { directory.find(id) }

    /// The number of a device.
    public func device(_ id: Identifier) -> Int? { directory.find(id) }

    /// The number of a device, which is made known where it isn't yet: by the least number that is free.
    public mutating func admit(_ id: Identifier) -> Int {
        if let known = directory.find(id) { return known }
        let device = directory.add(id)
        put(DeviceState(id: id), placeRules.map { Places($0) }, device)
        noteChange(device)
        return device
    }

    /// Puts what is kept of a device under its number.
    mutating func put(_ state: DeviceState, _ kept: Places?, _ device: Int) {
        while devices.count <= device { devices.append(.vacant) }
        let isListed = devices[device].isListed
        devices[device] = state
        devices[device].isListed = isListed
        devices[device].number = device
        guard let placeRules else { return }
        while places.count < devices.count { places.append(Places(placeRules)) }
        if let kept { places[device] = kept }
    }
}
