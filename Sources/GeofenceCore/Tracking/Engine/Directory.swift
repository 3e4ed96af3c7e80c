/// Finds devices by the bytes of their ids, without making a `String`.
struct Directory {
    private var table: [Int32] = Array(repeating: -1, count: 16)
    private var ids: [[UInt8]] = []

    func find(_ id: UnsafeRawBufferPointer) -> Int? {
        var place = Self.hash(id) & (table.count - 1)
        while table[place] >= 0 {
            let index = Int(table[place])
            if ids[index].count == id.count, ids[index].elementsEqual(id) { return index }
            place = (place + 1) & (table.count - 1)
        }
        return nil
    }

    func find(_ id: Identifier) -> Int? {
        Array(id.description.utf8).withUnsafeBytes { find($0) }
    }

    /// Adds a device under the next index.
    mutating func add(_ id: Identifier, index: Int) {
        precondition(index == ids.count, "devices are numbered in the order in which they are added")
        ids.append(Array(id.description.utf8))
        if ids.count * 2 > table.count {
            table = Array(repeating: -1, count: table.count * 2)
            for known in ids.indices { place(known) }
        } else {
            place(index)
        }
    }

    private mutating func place(_ index: Int) {
        var place = ids[index].withUnsafeBytes(Self.hash) & (table.count - 1)
        while table[place] >= 0 { place = (place + 1) & (table.count - 1) }
        table[place] = Int32(index)
    }

    /// FNV-1a with 64 bits, folded.
    private static func hash(_ bytes: UnsafeRawBufferPointer) -> Int {
        let hash = FNV1a(bytes).value
        return Int(truncatingIfNeeded: (hash ^ (hash >> 32)) & 0x7fff_ffff_ffff)
    }
}
