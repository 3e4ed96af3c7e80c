extension JSONWriter {
    /// A list of values that are JSON already.
    static func array(_ values: [[UInt8]]) -> [UInt8] {
        var bytes = [UInt8(ascii: "[")]
        for (index, value) in values.enumerated() {
            if index > 0 { bytes.append(UInt8(ascii: ",")) }
            bytes.append(contentsOf: value)
        }
        bytes.append(UInt8(ascii: "]"))
        return bytes
    }

    /// A value that was read, written again; space and the spelling of numbers may differ.
    static func bytes(of node: JSONNode) -> [UInt8] {
        switch node.value {
        case .null: Array("null".utf8)
        case .bool(let flag): Array((flag ? "true" : "false").utf8)
        case .number(let number): Array(text(number).utf8)
        case .string(let string): quoted(string)
        case .array(let nodes): array(nodes.map(bytes))
        case .object(let members):
            object { json in
                for member in members { json.member(named: member.key, json: bytes(of: member.node)) }
            }
        }
    }
}
