/// Slots of fences, of which is known at once whether one is among them.
struct SlotSet {
    /// Each once.
    let ascending: [Int32]
    /// By slot, up to the last of them.
    private let isMember: ContiguousArray<Bool>

    init(_ slots: some Sequence<Int32>) {
        ascending = Set(slots).sorted()
        var isMember = ContiguousArray(repeating: false, count: ascending.last.map { Int($0) + 1 } ?? 0)
        for slot in ascending { isMember[Int(slot)] = true }
        self.isMember = isMember
    }

    var isEmpty: Bool { ascending.isEmpty }

    func contains(_ slot: Int32) -> Bool {
        let position = Int(slot)
        return position < isMember.count && isMember[position]
    }
}
