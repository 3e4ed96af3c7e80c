/// Reads the structure of a JSON document.
struct JSONDocumentParser {
    var cursor: JSONCursor
    private var depth = 0

    /// Starts at the beginning of a text in UTF-8.
    init(_ bytes: [UInt8]) {
        cursor = JSONCursor(bytes)
    }

    /// Starts at the beginning of a part of a text, which begins at a place of it.
    init(_ part: [UInt8], at position: TextPosition) {
        cursor = JSONCursor(part, at: position)
    }

    /// Reads one value and the end of the text.
    mutating func document() throws(JSONSyntaxError) -> JSONNode {
        let root = try value()
        cursor.skipSpace()
        guard cursor.byte == nil else {
            if case .comment = cursor.unexpected("").reason { throw cursor.unexpected("") }
            throw cursor.error(.trailing)
        }
        return root
    }

    /// Where the value of a key stands, in bytes; nil where the text is no object with such a key.
    mutating func place(of key: String) throws(JSONSyntaxError) -> Range<Int>? {
        cursor.skipSpace()
        guard cursor.skip(UInt8(ascii: "{")) else { return nil }
        var place: Range<Int>?
        try list(closing: UInt8(ascii: "}")) { (parser) throws(JSONSyntaxError) in
            let name = try parser.key()
            parser.cursor.skipSpace()
            let start = parser.cursor.index
            _ = try parser.value()
            if name == key { place = start..<parser.cursor.index }
        }
        return place
    }

    private mutating func value() throws(JSONSyntaxError) -> JSONNode {
        cursor.skipSpace()
        let start = cursor.position
        return JSONNode(position: start, value: try bareValue())
    }

    private mutating func bareValue() throws(JSONSyntaxError) -> JSONValue {
        guard let byte = cursor.byte else { throw cursor.unexpected("a value") }
        switch byte {
        case UInt8(ascii: "{"): return .object(try nested { (p) throws(JSONSyntaxError) in try p.members() })
        case UInt8(ascii: "["): return .array(try nested { (p) throws(JSONSyntaxError) in try p.elements() })
        case UInt8(ascii: "\""): return .string(try string())
        case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): return .number(try number())
        default: return try word()
        }
    }

    private mutating func word() throws(JSONSyntaxError) -> JSONValue {
        let words: [(StaticString, JSONValue)] = [
            ("true", .bool(true)), ("false", .bool(false)), ("null", .null),
        ]
        for (word, value) in words where cursor.isAt(word) {
            cursor.advance(by: word.utf8CodeUnitCount)
            return value
        }
        throw cursor.unexpected("a value")
    }

    private mutating func nested<Content>(
        _ read: (inout JSONDocumentParser) throws(JSONSyntaxError) -> Content
    ) throws(JSONSyntaxError) -> Content {
        guard depth < JSONDocument.maximumDepth else {
            throw cursor.error(.depth(limit: JSONDocument.maximumDepth))
        }
        depth += 1
        defer { depth -= 1 }
        cursor.advance()
        return try read(&self)
    }

    private mutating func elements() throws(JSONSyntaxError) -> [JSONNode] {
        var nodes: [JSONNode] = []
        try list(closing: UInt8(ascii: "]")) { (parser) throws(JSONSyntaxError) in
            nodes.append(try parser.value())
        }
        return nodes
    }

    private mutating func members() throws(JSONSyntaxError) -> [JSONMember] {
        var members: [JSONMember] = []
        var seen: [[UInt8]: TextPosition] = [:]
        try list(closing: UInt8(ascii: "}")) { (parser) throws(JSONSyntaxError) in
            let member = try parser.member()
            let key = Array(member.key.utf8)
            if let first = seen.updateValue(member.position, forKey: key) {
                throw JSONSyntaxError(
                    position: member.position,
                    reason: .duplicateKey(member.key, first: first)
                )
            }
            members.append(member)
        }
        return members
    }

    private mutating func member() throws(JSONSyntaxError) -> JSONMember {
        let start = cursor.position
        return JSONMember(key: try key(), position: start, node: try value())
    }

    private mutating func key() throws(JSONSyntaxError) -> String {
        guard cursor.byte == UInt8(ascii: "\"") else { throw cursor.unexpected("a key in quotation marks") }
        let key = try string()
        cursor.skipSpace()
        guard cursor.skip(UInt8(ascii: ":")) else { throw cursor.unexpected("a colon after the key") }
        return key
    }

    private mutating func list(
        closing: UInt8,
        _ item: (inout JSONDocumentParser) throws(JSONSyntaxError) -> Void
    ) throws(JSONSyntaxError) {
        cursor.skipSpace()
        if cursor.skip(closing) { return }
        while true {
            try item(&self)
            cursor.skipSpace()
            if cursor.skip(closing) { return }
            try comma(closing: closing)
        }
    }

    private mutating func comma(closing: UInt8) throws(JSONSyntaxError) {
        let bracket = Unicode.Scalar(closing)
        let comma = cursor
        guard cursor.skip(UInt8(ascii: ",")) else { throw cursor.unexpected("a comma or \(bracket)") }
        cursor.skipSpace()
        guard cursor.byte != closing else { throw comma.error(.trailingComma) }
    }
}
