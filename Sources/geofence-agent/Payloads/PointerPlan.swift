/// JSON Pointers, prepared so that one pass through a document finds the values of all.
struct PointerPlan: Sendable {
    private struct Step: Sendable {
        let name: [UInt8]
        /// The position, where the name is one in an array: decimal without leading zeros (RFC 6901, 4).
        let index: Int?
    }

    private let paths: [(field: Field, steps: [Step])]
    /// Whether a pointer's first step may be a position, so that the document may be an array.
    let takesArray: Bool

    /// Takes at most 64 pointers; later ones are never found.
    init(_ pointers: [(field: Field, pointer: JSONPointer)]) {
        paths = pointers.prefix(64).map { field, pointer in
            (field, pointer.steps.map { Step(name: $0, index: Self.index($0)) })
        }
        takesArray = paths.contains { $0.steps.first?.index != nil }
    }

    private static func index(_ name: [UInt8]) -> Int? {
        guard name == [0x30] || name.first != 0x30, name.allSatisfy({ (0x30...0x39).contains($0) }) else {
            return nil
        }
        return Int(String(decoding: name, as: UTF8.self))
    }

    /// Reads the value in front of the cursor and keeps those that the pointers lead to.
    func walk(_ cursor: inout PayloadCursor, into fields: inout Fields) throws(Rejection) {
        try walk(&cursor, paths.count == 64 ? .max : 1 << paths.count - 1, depth: 0, &fields)
    }

    /// `live` has a bit for each path whose first `depth` steps led here.
    private func walk(
        _ cursor: inout PayloadCursor,
        _ live: UInt64,
        depth: Int,
        _ fields: inout Fields
    ) throws(Rejection) {
        if cursor.isObject {
            try walkMembers(&cursor, live, depth, &fields)
        } else if cursor.isArray {
            try walkElements(&cursor, live, depth, &fields)
        } else {
            _ = try cursor.value()
        }
    }

    /// Of members with equal names the first counts.
    private func walkMembers(
        _ cursor: inout PayloadCursor,
        _ live: UInt64,
        _ depth: Int,
        _ fields: inout Fields
    ) throws(Rejection) {
        try cursor.enter()
        var open = live
        while let name = try cursor.nextName() {
            let here = cursor.withText(name) { name in
                select(open) { $0.count > depth && name.elementsEqual($0[depth].name) }
            }
            open &= ~here
            try keep(&cursor, here, depth + 1, &fields)
            try cursor.endMember()
        }
    }

    private func walkElements(
        _ cursor: inout PayloadCursor,
        _ live: UInt64,
        _ depth: Int,
        _ fields: inout Fields
    ) throws(Rejection) {
        try cursor.enter()
        var index = 0
        while try cursor.nextElement() {
            let here = select(live) { $0.count > depth && $0[depth].index == index }
            try keep(&cursor, here, depth + 1, &fields)
            try cursor.endElement()
            index += 1
        }
    }

    /// Keeps the value for the paths that end here, and goes into it for those that don't.
    private func keep(
        _ cursor: inout PayloadCursor,
        _ here: UInt64,
        _ depth: Int,
        _ fields: inout Fields
    ) throws(Rejection) {
        let ending = select(here) { $0.count == depth }
        var ahead = cursor
        if ending != here { try walk(&cursor, here & ~ending, depth: depth, &fields) }
        guard ending != 0 || here == 0 else { return }
        let value = try ahead.value()
        for (bit, path) in paths.enumerated() where ending >> UInt64(bit) & 1 == 1 {
            fields[path.field] = value
        }
        cursor = ahead
    }

    private func select(_ paths: UInt64, _ isWanted: ([Step]) -> Bool) -> UInt64 {
        var selected: UInt64 = 0
        for (bit, path) in self.paths.enumerated() where paths >> UInt64(bit) & 1 == 1 && isWanted(path.steps)
        {
            selected |= 1 << UInt64(bit)
        }
        return selected
    }
}
