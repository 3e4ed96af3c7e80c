import GeofenceCore

/// The fences of the configuration, in its order, which are found by their ids.
struct ConfiguredFences: Sendable {
    let all: [Fence]
    /// Where the fence of an id is: a table with linear probing, of which a fifth is empty.
    ///
    /// It has 5 bytes a fence, where a dictionary would have some 40.
    private let table: ContiguousArray<Int32>

    private static let empty: Int32 = -1

    /// Those with equal terms have them in memory once, as in the engine: it would make others of them.
    init(_ fences: [Fence]) {
        all = fences.sharingTerms()
        let room = fences.isEmpty ? 0 : fences.count + fences.count / 4 + 1
        var table = ContiguousArray(repeating: Self.empty, count: room)
        for (index, fence) in fences.enumerated() {
            var place = Self.place(fence.id, room)
            while table[place] != Self.empty { place = Self.place(behind: place, room) }
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
            place = Self.place(behind: place, table.count)
            if all[index].id == id { return index }
        }
        return nil
    }

    /// Where an id is looked for first: the share of the room that its hash is of all hashes.
    private static func place(_ id: Identifier, _ room: Int) -> Int {
        Int(UInt(bitPattern: id.hashValue).multipliedFullWidth(by: UInt(room)).high)
    }

    private static func place(behind place: Int, _ room: Int) -> Int { place + 1 < room ? place + 1 : 0 }
}
