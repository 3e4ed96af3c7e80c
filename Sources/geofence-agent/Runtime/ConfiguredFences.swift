import GeofenceCore

/// The fences of the configuration, in its order, some of which are found by their ids.
struct ConfiguredFences: Sendable {
    let all: [Fence]
    /// Where the fence of an id is: a table with linear probing, of which a third at least is empty.
    ///
    /// It has 6 to 12 bytes a fence, where a dictionary would have some 40.
    private let table: ContiguousArray<Int32>

    private static let empty: Int32 = -1

    init(_ fences: [Fence]) {
        all = fences
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
        guard !table.isEmpty else { return [] }
        var found: [Int] = []
        for id in Set(ids) {
            var place = Self.place(id, table.count)
            while table[place] != Self.empty {
                let index = Int(table[place])
                if all[index].id == id { found.append(index) }
                place = (place + 1) & (table.count - 1)
            }
        }
        return found.sorted().map { all[$0] }
    }

    private static func place(_ id: Identifier, _ room: Int) -> Int { id.hashValue & (room - 1) }
}
