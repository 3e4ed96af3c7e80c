/// Which fences somebody has placed, and which have come by themselves for some devices.
struct FenceOrigins {
    /// The slots of the fences that somebody has placed.
    private(set) var placed = SlotBits()
    /// How many fences are for assigned devices alone.
    private(set) var assignedFenceCount = 0
    /// By device: the slots of the fences that were learnt of it, are around its stops, or are its waypoints.
    private var ownFences: [Identifier: Set<Int32>] = [:]

    mutating func insert(_ slot: Int32, _ fence: Fence) {
        switch fence.origin {
        case .placed: placed.insert(slot)
        case .assignment: assignedFenceCount += 1
        case .zoneFences, .itinerary, .waypoint:
            for name in fence.deviceNames ?? [] { ownFences[name, default: []].insert(slot) }
        }
    }

    mutating func remove(_ slot: Int32, _ fence: Fence) {
        switch fence.origin {
        case .placed: placed.remove(slot)
        case .assignment: assignedFenceCount -= 1
        case .zoneFences, .itinerary, .waypoint:
            for name in fence.deviceNames ?? [] {
                ownFences[name]?.remove(slot)
                if ownFences[name]?.isEmpty == true { ownFences[name] = nil }
            }
        }
    }

    /// The slots of the fences that may be for a device, ascending: those that were placed, and of the others
    /// its own.
    func slots(for device: DeviceState) -> [Int32] {
        let own = ownSlots(of: device)
        return own.isEmpty ? placed.ascending : Set(placed.ascending).union(own).sorted()
    }

    /// The slots of the fences that have come by themselves for a device.
    func ownSlots(of device: DeviceState) -> [Int32] {
        device.assignments + (ownFences[device.id] ?? [])
    }
}
