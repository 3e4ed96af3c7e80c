/// Slots of fences, of which is known at once whether one is among them.
///
/// It takes a byte for each slot from the first to the last of them.
struct SlotSet {
    /// Each once.
    let ascending: [Int32]
    /// By slot, from the first to the last of them.
    private let isMember: ContiguousArray<Bool>
    private let first: Int

    init(_ slots: some Sequence<Int32>) {
        let ascending = Set(slots).sorted()
        let first = Int(ascending.first ?? 0)
        var isMember = ContiguousArray(
            repeating: false,
            count: ascending.last.map { Int($0) - first + 1 } ?? 0
        )
        for slot in ascending { isMember[Int(slot) - first] = true }
        (self.ascending, self.isMember, self.first) = (ascending, isMember, first)
    }

    var isEmpty: Bool { ascending.isEmpty }

    func contains(_ slot: Int32) -> Bool {
        let position = Int(slot) - first
        return isMember.indices.contains(position) && isMember[position]
    }
}
