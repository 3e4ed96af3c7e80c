/// Who is inside each fence, by name.
struct Occupants {
    private var bySlot: [Int32: [Identifier]] = [:]

    /// The devices inside, ascending by id.
    subscript(slot: Int32) -> [Identifier] { bySlot[slot] ?? [] }

    mutating func set(_ device: Identifier, in slot: Int32, _ isInside: Bool) {
        var names = bySlot.removeValue(forKey: slot) ?? []
        var low = 0
        var high = names.count
        while low < high {
            let middle = (low + high) / 2
            if names[middle] < device { low = middle + 1 } else { high = middle }
        }
        let found = low < names.count && names[low] == device
        if isInside, !found { names.insert(device, at: low) }
        if !isInside, found { names.remove(at: low) }
        if !names.isEmpty { bySlot[slot] = names }
    }

    mutating func removeAll(in slot: Int32) { bySlot[slot] = nil }
}
