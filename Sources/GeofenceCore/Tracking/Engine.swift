/// Decides which devices are inside which fences: a function of the observations, the fences and the clock it is given.
///
/// The same inputs in the same order give the same effects. Nothing here reads a clock, a file or a random number.
public struct Engine {
    var fences = FenceTable()
    var devices: [DeviceState] = []
    var directory = Directory()
    var queue = DeadlineQueue()
    var occupants = Occupants()
    var scratch = Scratch()

    /// Makes an engine with fences and no devices.
    ///
    /// - Parameters:
    ///   - fences: the fences; of two with one id the last counts.
    ///   - tellAllUpTo: with at most this many fences every pair of a device and a fence has a status that is told.
    public init(fences: [Fence] = [], tellAllUpTo: Int = 100) {
        self.fences.tellAllUpTo = tellAllUpTo
        for fence in fences { self.fences.set(fence) }
    }

    /// How many fences there are.
    public var fenceCount: Int { fences.count }

    /// With at most this many fences every pair of a device and a fence has a status that is told.
    public var tellAllUpTo: Int { fences.tellAllUpTo }

    /// Whether every pair of a device and a fence has a status that is told.
    public var tellsAll: Bool { fences.tellsAll }

    /// How many devices have been accepted.
    public var deviceCount: Int { devices.count }

    /// The fence in a slot.
    public func fence(_ slot: Int32) -> Fence? { fences[slot]?.fence }

    /// All fences, ascending by id.
    public var allFences: [Fence] {
        fences.all.map(\.entry.fence).sorted { $0.id < $1.id }
    }

    /// The slot of a fence.
    public func slot(of id: Identifier) -> Int32? { fences.slots[id] }

    /// The index of a device, found by the bytes of its id.
    public func device(_ id: UnsafeRawBufferPointer) -> Int? { directory.find(id) }

    /// The index of a device.
    public func device(_ id: Identifier) -> Int? { directory.find(id) }

    /// The index of a device, which is made where it is not known yet.
    public mutating func admit(_ id: Identifier) -> Int {
        if let known = directory.find(id) { return known }
        devices.append(DeviceState(id: id))
        directory.add(id, index: devices.count - 1)
        return devices.count - 1
    }

    /// Takes an observation of a device.
    ///
    /// The device's own timers up to the observation's time run first; those of other devices are `advance(to:)`'s.
    public mutating func observe(
        _ observation: Observation,
        device: Int,
        _ effects: inout Effects
    ) -> Outcome {
        let knew = (fix: devices[device].firstFix != nil, wifi: devices[device].wifi != nil)
        let first = effects.occupancy.count
        let outcome = devices[device].observe(observation, device, fences, &scratch, &effects)
        follow(device, occupancyFrom: first, effects)
        let knows = (fix: devices[device].firstFix != nil, wifi: devices[device].wifi != nil)
        if knew != knows, fences.tellsAll { tellFirstKnowledge(device, knew, knows, &effects) }
        return outcome
    }

    /// Keeps the occupants and the queue up with what a device's step has brought.
    mutating func follow(_ device: Int, occupancyFrom first: Int, _ effects: Effects) {
        for change in effects.occupancy[first...] {
            let isInside = devices[device].pair(change.fence)?.status == .inside
            occupants.set(devices[device].id, in: change.fence, isInside)
        }
        schedule(device)
    }

    /// Tells the statuses that no record is kept of and that the first fix or WiFi report has settled.
    private func tellFirstKnowledge(
        _ device: Int,
        _ knew: (fix: Bool, wifi: Bool),
        _ knows: (fix: Bool, wifi: Bool),
        _ effects: inout Effects
    ) {
        let isNew = !knew.fix && !knew.wifi
        for (slot, entry) in fences.all where devices[device].pair(slot)?.status ?? .unknown == .unknown {
            let changed = entry.hasPlace ? knew.fix != knows.fix : knew.wifi != knows.wifi
            if isNew || changed { effects.statuses.append(.init(device: device, fence: slot)) }
        }
    }
}
