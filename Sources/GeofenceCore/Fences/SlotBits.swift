/// Slots of fences: one bit for each slot up to the greatest that was ever among them.
///
/// A `Set` takes 5 to 11 bytes for each slot in it, and has to be sorted.
struct SlotBits {
    private var words: ContiguousArray<UInt64> = []
    /// How many slots are in it.
    private(set) var count = 0

    init() {}

    init(_ slots: some Sequence<Int32>) {
        for slot in slots { insert(slot) }
    }

    func contains(_ slot: Int32) -> Bool {
        let place = Self.place(of: slot)
        return place.word < words.count && words[place.word] & place.bit != 0
    }

    /// Puts a slot in; says whether it was not there.
    @discardableResult
    mutating func insert(_ slot: Int32) -> Bool {
        let place = Self.place(of: slot)
        while words.count <= place.word { words.append(0) }
        guard words[place.word] & place.bit == 0 else { return false }
        words[place.word] |= place.bit
        count += 1
        return true
    }

    mutating func remove(_ slot: Int32) {
        guard contains(slot) else { return }
        let place = Self.place(of: slot)
        words[place.word] &= ~place.bit
        count -= 1
    }

    /// All of them.
    ///
    /// - Complexity: a word for each 64 slots up to the greatest of them.
    var ascending: [Int32] {
        var slots: [Int32] = []
        slots.reserveCapacity(count)
        for (index, word) in words.enumerated() where slots.count < count {
            var rest = word
            while rest != 0 {
                slots.append(Int32(index * UInt64.bitWidth + rest.trailingZeroBitCount))
                rest &= rest - 1
            }
        }
        return slots
    }

    private static func place(of slot: Int32) -> (word: Int, bit: UInt64) {
        (Int(slot) / UInt64.bitWidth, 1 << UInt64(Int(slot) % UInt64.bitWidth))
    }
}
