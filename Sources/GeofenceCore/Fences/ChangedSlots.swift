/// The slots of fences that are not as the last checkpoint has them.
struct ChangedSlots {
    /// In the order in which they first changed.
    private(set) var slots: [Int32] = []
    private var listed = SlotBits()

    mutating func insert(_ slot: Int32) {
        if listed.insert(slot) { slots.append(slot) }
    }

    mutating func removeAll() {
        for slot in slots { listed.remove(slot) }
        slots.removeAll()
    }
}
