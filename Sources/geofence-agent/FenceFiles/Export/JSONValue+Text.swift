/// Values made to be written; where they would stand in a text does not matter.
extension JSONValue {
    /// An object; members whose value is nil are left out.
    static func members(_ members: [(String, JSONValue?)]) -> JSONValue {
        .object(
            members.compactMap { key, value in
                value.map { JSONMember(key: key, position: TextPosition(), node: $0.node) }
            }
        )
    }

    /// A list.
    static func list(_ values: some Sequence<JSONValue>) -> JSONValue { .array(values.map(\.node)) }

    /// A list of texts; nil where there is none.
    static func texts(_ texts: [String]) -> JSONValue? {
        texts.isEmpty ? nil : .list(texts.map(JSONValue.string))
    }

    private var node: JSONNode { JSONNode(position: TextPosition(), value: self) }

    /// The value as JSON in one line.
    var text: String { String(decoding: bytes, as: UTF8.self) }

    /// The value as JSON in one line.
    var bytes: [UInt8] {
        var bytes: [UInt8] = []
        write(to: &bytes)
        return bytes
    }

    private func write(to bytes: inout [UInt8]) {
        switch self {
        case .null: bytes.append(contentsOf: "null".utf8)
        case .bool(let flag): bytes.append(contentsOf: (flag ? "true" : "false").utf8)
        case .number(let number): bytes.append(contentsOf: JSONWriter.text(number).utf8)
        case .string(let text): Self.write(text, to: &bytes)
        case .array(let nodes):
            bytes.append(UInt8(ascii: "["))
            for (index, node) in nodes.enumerated() {
                if index > 0 { bytes.append(UInt8(ascii: ",")) }
                node.value.write(to: &bytes)
            }
            bytes.append(UInt8(ascii: "]"))
        case .object(let members):
            bytes.append(UInt8(ascii: "{"))
            for (index, member) in members.enumerated() {
                if index > 0 { bytes.append(UInt8(ascii: ",")) }
                Self.write(member.key, to: &bytes)
                bytes.append(UInt8(ascii: ":"))
                member.node.value.write(to: &bytes)
            }
            bytes.append(UInt8(ascii: "}"))
        }
    }

    private static func write(_ text: String, to bytes: inout [UInt8]) {
        bytes.append(UInt8(ascii: "\""))
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "\""), UInt8(ascii: "\\"): bytes.append(contentsOf: [UInt8(ascii: "\\"), byte])
            case 0..<0x20, 0x7F:
                let digits = String(byte, radix: 16)
                bytes.append(contentsOf: "\\u00\(digits.count == 1 ? "0" : "")\(digits)".utf8)
            default: bytes.append(byte)
            }
        }
        bytes.append(UInt8(ascii: "\""))
    }
}
