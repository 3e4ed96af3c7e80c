/// Reads the structure of a JSON document, stricter than `PayloadCursor` does for messages, with whose tokens
/// it is read.
///
/// The cursor says no more than that something is wrong; what and where is found out by looking once more.
struct JSONDocumentReader {
    private(set) var cursor: PayloadCursor
    private(set) var places: TextPlaces
    private var depth = 0
    /// Whether the text has been read before, and no key stands twice in an object.
    private let isChecked: Bool
    /// The key of the outermost object of whose list no element is kept.
    private var unkept: String?
    /// Where that list begins.
    private(set) var leftOut: JSONPart?

    /// Starts at the first byte; at the beginning of a part of a text if that has a place, else behind a byte
    /// order mark.
    init(_ bytes: UnsafeRawBufferPointer, at position: TextPosition?, isChecked: Bool = false) {
        self.isChecked = isChecked
        cursor = PayloadCursor(bytes)
        if position == nil { cursor.skipByteOrderMark() }
        places = TextPlaces(bytes, from: cursor.at, position ?? TextPosition())
    }

    /// Reads one value and the end of the text.
    mutating func document() throws(JSONSyntaxError) -> JSONNode {
        let root = try value()
        cursor.skipSpace()
        guard cursor.isAtEnd else {
            let error = unexpected("")
            throw error.reason == .comment ? error : self.error(.trailing)
        }
        return root
    }

    /// Where the value of a key stands, in bytes; nil where the text is no object with such a key.
    mutating func place(of key: String) throws(JSONSyntaxError) -> Range<Int>? {
        cursor.skipSpace()
        guard cursor.consume(UInt8(ascii: "{")) else { return nil }
        var place: Range<Int>?
        try list(closing: UInt8(ascii: "}")) { (reader) throws(JSONSyntaxError) in
            let name = try reader.key()
            reader.cursor.skipSpace()
            let start = reader.cursor.at
            try reader.skipValue()
            if name == key { place = start..<reader.cursor.at }
        }
        return place
    }

    /// Has the elements of a list looked at and not kept, where it is the value of a key of the outermost
    /// object.
    mutating func leaveOut(_ key: String) { unkept = key }

    /// The next element of the list that it stands in, and whose syntax is known to be right; nil at its end.
    mutating func nextElement() throws(JSONSyntaxError) -> JSONNode? {
        cursor.skipSpace()
        guard cursor.consume(UInt8(ascii: "[")) || cursor.consume(UInt8(ascii: ",")) else { return nil }
        cursor.skipSpace()
        return cursor.peek == UInt8(ascii: "]") ? nil : try value()
    }

    /// The same, as `read` reads it from its first byte on; nil, and nothing is passed, where that can't.
    mutating func nextElement<Element>(
        by read: (inout PayloadCursor) -> Element?
    ) -> (element: Element, position: TextPosition)? {
        var ahead = cursor
        ahead.skipSpace()
        guard ahead.consume(UInt8(ascii: "[")) || ahead.consume(UInt8(ascii: ",")) else { return nil }
        ahead.skipSpace()
        let start = ahead.at
        guard let element = read(&ahead) else { return nil }
        cursor = ahead
        return (element, places.advance(to: start))
    }

    private mutating func value() throws(JSONSyntaxError) -> JSONNode {
        cursor.skipSpace()
        let start = places.advance(to: cursor.at)
        return JSONNode(position: start, value: try bareValue())
    }

    private mutating func bareValue() throws(JSONSyntaxError) -> JSONValue {
        switch cursor.peek {
        case UInt8(ascii: "{"): return .object(try nested { (r) throws(JSONSyntaxError) in try r.members() })
        case UInt8(ascii: "["): return .array(try nested { (r) throws(JSONSyntaxError) in try r.elements() })
        case UInt8(ascii: "\""): return .string(try string())
        case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): return .number(try number())
        default: return try word()
        }
    }

    private mutating func string() throws(JSONSyntaxError) -> String {
        let text = try text()
        return cursor.string(text)
    }

    private mutating func text() throws(JSONSyntaxError) -> PayloadValue {
        let start = cursor
        guard let text = try? cursor.text() else { throw textError(start) }
        return text
    }

    private mutating func number() throws(JSONSyntaxError) -> Double {
        let start = cursor
        guard let value = try? cursor.number(), !cursor.isInNumber else { throw numberError(start) }
        return value.number
    }

    private mutating func word() throws(JSONSyntaxError) -> JSONValue {
        let start = cursor
        switch try? cursor.value().kind {
        case .yes: return .bool(true)
        case .no: return .bool(false)
        case .null: return .null
        default: throw unexpected("a value", at: start)
        }
    }

    private mutating func nested<Content>(
        _ read: (inout JSONDocumentReader) throws(JSONSyntaxError) -> Content
    ) throws(JSONSyntaxError) -> Content {
        guard depth < JSONDocument.maximumDepth else { throw error(.depth(limit: JSONDocument.maximumDepth)) }
        depth += 1
        defer { depth -= 1 }
        cursor.advance()
        return try read(&self)
    }

    private mutating func elements() throws(JSONSyntaxError) -> [JSONNode] {
        var nodes: [JSONNode] = []
        try list(closing: UInt8(ascii: "]")) { (reader) throws(JSONSyntaxError) in
            nodes.append(try reader.value())
        }
        return nodes
    }

    private mutating func members() throws(JSONSyntaxError) -> [JSONMember] {
        var members: [JSONMember] = []
        var keys = JSONKeys()
        try list(closing: UInt8(ascii: "}")) { (reader) throws(JSONSyntaxError) in
            let start = reader.cursor.at
            let member = try reader.member()
            if !reader.isChecked { try reader.add(member.key, at: start, to: &keys) }
            members.append(member)
        }
        return members
    }

    private func add(_ key: String, at offset: Int, to keys: inout JSONKeys) throws(JSONSyntaxError) {
        guard let first = keys.add(key, at: offset) else { return }
        throw JSONSyntaxError(
            position: places.position(at: offset),
            reason: .duplicateKey(key, first: places.position(at: first))
        )
    }

    private mutating func member() throws(JSONSyntaxError) -> JSONMember {
        let start = places.advance(to: cursor.at)
        let key = try key()
        let isKept = depth != 1 || key != unkept
        return JSONMember(key: key, position: start, node: isKept ? try value() : try unkeptValue())
    }

    private mutating func unkeptValue() throws(JSONSyntaxError) -> JSONNode {
        cursor.skipSpace()
        guard cursor.peek == UInt8(ascii: "[") else { return try value() }
        let start = JSONPart(offset: cursor.at, position: places.advance(to: cursor.at))
        leftOut = start
        try nested { (reader) throws(JSONSyntaxError) in
            try reader.list(closing: UInt8(ascii: "]")) { (reader) throws(JSONSyntaxError) in
                try reader.skipValue()
            }
        }
        return JSONNode(position: start.position, value: .array([]))
    }

    /// Looks at a value as closely as `value` does, and keeps nothing of it.
    private mutating func skipValue() throws(JSONSyntaxError) {
        cursor.skipSpace()
        switch cursor.peek {
        case UInt8(ascii: "{"): try nested { (r) throws(JSONSyntaxError) in try r.skipMembers() }
        case UInt8(ascii: "["):
            try nested { (reader) throws(JSONSyntaxError) in
                try reader.list(closing: UInt8(ascii: "]")) { (r) throws(JSONSyntaxError) in
                    try r.skipValue()
                }
            }
        case UInt8(ascii: "\""): _ = try text()
        case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): _ = try number()
        default: _ = try word()
        }
    }

    private mutating func skipMembers() throws(JSONSyntaxError) {
        var keys = JSONKeys()
        try list(closing: UInt8(ascii: "}")) { (reader) throws(JSONSyntaxError) in
            let start = reader.cursor.at
            let key = try reader.key()
            try reader.skipValue()
            try reader.add(key, at: start, to: &keys)
        }
    }

    private mutating func key() throws(JSONSyntaxError) -> String {
        guard cursor.peek == UInt8(ascii: "\"") else { throw unexpected("a key in quotation marks") }
        let key = try string()
        cursor.skipSpace()
        guard cursor.consume(UInt8(ascii: ":")) else { throw unexpected("a colon after the key") }
        return key
    }

    private mutating func list(
        closing: UInt8,
        _ item: (inout JSONDocumentReader) throws(JSONSyntaxError) -> Void
    ) throws(JSONSyntaxError) {
        cursor.skipSpace()
        if cursor.consume(closing) { return }
        while true {
            try item(&self)
            cursor.skipSpace()
            if cursor.consume(closing) { return }
            try comma(closing: closing)
        }
    }

    private mutating func comma(closing: UInt8) throws(JSONSyntaxError) {
        let comma = cursor
        guard cursor.consume(UInt8(ascii: ",")) else {
            throw unexpected("a comma or \(Unicode.Scalar(closing))")
        }
        cursor.skipSpace()
        guard cursor.peek != closing else { throw error(.trailingComma, at: comma) }
    }
}
