/// The slots of fences that are not as the last checkpoint has them.
struct ChangedSlots {
    /// In the order in which they first changed.
    private(set) var slots: [Int32] = []
    /// By slot: whether it stands among them.
    private var isListed: ContiguousArray<Bool> = []

    mutating func insert(_ slot: Int32) {
        let position = Int(slot)
        while isListed.count <= position { isListed.append(false) }
        guard !isListed[position] else { return }
        isListed[position] = true
        slots.append(slot)
    }

    mutating func removeAll() {
        for slot in slots { isListed[Int(slot)] = false }
        slots.removeAll()
    }
}
