import GeofenceCore

/// The fences of the configuration, in its order, which are found by their ids.
struct ConfiguredFences: Sendable {
    let all: [Fence]
    /// Where the fence of an id is: a table with linear probing, of which a third at least is empty.
    ///
    /// It has 6 to 12 bytes a fence, where a dictionary would have some 40.
    private let table: ContiguousArray<Int32>

    private static let empty: Int32 = -1

    /// Those with equal terms have them in memory once, as in the engine: it would make others of them.
    init(_ fences: [Fence]) {
        all = fences.sharingTerms()
        var room = 1
        while room * 2 < fences.count * 3 { room *= 2 }
        var table = ContiguousArray(repeating: Self.empty, count: fences.isEmpty ? 0 : room)
        for (index, fence) in fences.enumerated() {
            var place = Self.place(fence.id, room)
            while table[place] != Self.empty { place = (place + 1) & (room - 1) }
            table[place] = Int32(index)
        }
        self.table = table
    }

    /// Those of some ids, in the order of the list.
    subscript(ids: [Identifier]) -> [Fence] {
        var found: [Int] = []
        for id in Set(ids) {
            var place = Self.place(id, table.count)
            while let index = nextIndex(of: id, &place) { found.append(index) }
        }
        return found.sorted().map { all[$0] }
    }

    /// The one of an id; of several any.
    subscript(id: Identifier) -> Fence? {
        var place = Self.place(id, table.count)
        return nextIndex(of: id, &place).map { all[$0] }
    }

    /// Where the next one of an id is in the list; `place` is where to look on in the table.
    private func nextIndex(of id: Identifier, _ place: inout Int) -> Int? {
        guard !table.isEmpty else { return nil }
        while table[place] != Self.empty {
            let index = Int(table[place])
            place = (place + 1) & (table.count - 1)
            if all[index].id == id { return index }
        }
        return nil
    }

    private static func place(_ id: Identifier, _ room: Int) -> Int { id.hashValue & (room - 1) }
}
