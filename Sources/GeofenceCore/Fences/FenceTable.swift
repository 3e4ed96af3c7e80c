/// All fences, found by id, by place and by network.
///
/// A fence keeps its slot for as long as it exists; slots of fences that went are used again.
struct FenceTable {
    private(set) var entries: [FenceEntry?] = []
    private(set) var slots: [Identifier: Int32] = [:]
    private var free: [Int32] = []
    private(set) var places = FenceIndex()
    private(set) var networks = WiFiIndex()
    /// How many fences have a shape.
    private(set) var placeCount = 0
    /// No fix with an accuracy up to this is refused by any fence; fences that went may keep it lower than need be.
    private(set) var strictestAccuracy = Double.infinity
    /// No fence has a larger margin, in metres.
    private(set) var largestMargin = 0.0

    /// With at most this many fences every pair of a device and a fence is told, also where it has never been inside.
    var tellAllUpTo = 100

    /// How many fences there are.
    var count: Int { slots.count }

    /// Whether all pairs are told.
    var tellsAll: Bool { count <= tellAllUpTo }

    /// All fences with their slots, ascending by slot.
    var all: some Sequence<(slot: Int32, entry: FenceEntry)> {
        entries.enumerated().lazy.compactMap { slot, entry in entry.map { (Int32(slot), $0) } }
    }

    subscript(slot: Int32) -> FenceEntry? {
        let position = Int(slot)
        return entries.indices.contains(position) ? entries[position] : nil
    }

    /// Puts a fence in, or in place of the one of the same id, and gives its slot.
    @discardableResult
    mutating func set(_ fence: Fence) -> Int32 {
        if let slot = slots[fence.id] { unlink(slot) }
        let slot = slots[fence.id] ?? free.popLast() ?? Int32(entries.count)
        if Int(slot) == entries.count { entries.append(nil) }
        let entry = FenceEntry(fence)
        entries[Int(slot)] = entry
        slots[fence.id] = slot
        if let shape = entry.shape {
            places.insert(slot, box: shape.box(reach: entry.reach))
            placeCount += 1
        }
        networks.insert(slot, fence.wifi)
        noteLimits(entry)
        return slot
    }

    /// Takes a fence out.
    mutating func remove(_ id: Identifier) {
        guard let slot = slots.removeValue(forKey: id) else { return }
        unlink(slot)
        entries[Int(slot)] = nil
        free.append(slot)
    }

    private mutating func unlink(_ slot: Int32) {
        guard let entry = self[slot] else { return }
        if let shape = entry.shape {
            places.remove(slot, box: shape.box(reach: entry.reach))
            placeCount -= 1
        }
        networks.remove(slot, entry.fence.wifi)
    }

    private mutating func noteLimits(_ entry: FenceEntry) {
        guard entry.hasPlace else { return }
        strictestAccuracy = min(strictestAccuracy, entry.accuracyLimit)
        largestMargin = max(largestMargin, entry.fence.rules.margin)
    }
}
