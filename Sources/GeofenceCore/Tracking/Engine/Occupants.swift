/// Who is inside each fence, by name.
struct Occupants {
    private var bySlot: [Int32: [Identifier]] = [:]
    /// By slot, who comes or goes with a change that concerns many; nil while none is made.
    private var gathered: [Int32: [Identifier: Bool]]?
    /// Slots whose changes are put in one by one meanwhile.
    private var kept: Set<Int32> = []

    /// The devices inside, ascending by id.
    subscript(slot: Int32) -> [Identifier] { bySlot[slot] ?? [] }

    /// How many devices are inside, each counted in each fence.
    var count: Int { bySlot.values.reduce(0) { $0 + $1.count } }

    /// How many devices are inside.
    func count(in slot: Int32) -> Int { bySlot[slot]?.count ?? 0 }

    mutating func set(_ device: Identifier, in slot: Int32, _ isInside: Bool) {
        guard gathered == nil || kept.contains(slot) else {
            gathered?[slot, default: [:]][device] = isInside
            return
        }
        guard let place = bySlot.index(forKey: slot) else {
            if isInside { bySlot[slot] = [device] }
            return
        }
        if Self.set(device, in: &bySlot.values[place], isInside) { bySlot.remove(at: place) }
    }

    /// Puts a name among others, or takes it out; says whether none is left.
    private static func set(_ device: Identifier, in names: inout [Identifier], _ isInside: Bool) -> Bool {
        var low = 0
        var high = names.count
        while low < high {
            let middle = (low + high) / 2
            if names[middle] < device { low = middle + 1 } else { high = middle }
        }
        let found = low < names.count && names[low] == device
        if isInside, !found { names.insert(device, at: low) }
        if !isInside, found { names.remove(at: low) }
        return names.isEmpty
    }

    /// Takes many out at once.
    mutating func remove(_ devices: Set<Identifier>, from slot: Int32) {
        let stay = bySlot[slot]?.filter { !devices.contains($0) } ?? []
        bySlot[slot] = stay.isEmpty ? nil : stay
    }

    mutating func removeAll(in slot: Int32) {
        bySlot[slot] = nil
        gathered?[slot] = nil
    }

    /// Gathers what is set from here on, until `settle`: a name that is put among a hundred thousand moves
    /// all those behind it.
    ///
    /// Who is inside `slots` may be asked meanwhile.
    mutating func gather(besides slots: Set<Int32>) { (gathered, kept) = ([:], slots) }

    /// Puts in all that was gathered, at once.
    mutating func settle() {
        for (slot, changes) in gathered ?? [:] {
            let stay = (bySlot[slot] ?? []).filter { changes[$0] == nil }
            let names = Self.merge(stay, changes.filter(\.value).map(\.key).sorted())
            bySlot[slot] = names.isEmpty ? nil : names
        }
        gathered = nil
    }

    /// Two ascending lists as one.
    private static func merge(_ a: [Identifier], _ b: [Identifier]) -> [Identifier] {
        guard let first = b.first else { return a }
        // Most often few come, and those behind.
        guard let last = a.last, first < last else { return a + b }
        var merged: [Identifier] = []
        merged.reserveCapacity(a.count + b.count)
        var index = 0
        for name in b {
            while index < a.count, a[index] < name {
                merged.append(a[index])
                index += 1
            }
            merged.append(name)
        }
        return merged + a[index...]
    }
}
