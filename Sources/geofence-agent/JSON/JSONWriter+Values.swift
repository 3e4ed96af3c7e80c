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

    /// A value that was read, or made to be written, in one line.
    static func bytes(of value: JSONValue) -> [UInt8] {
        written { json in json.value(value) }
    }

    private mutating func value(_ value: JSONValue) {
        switch value {
        case .null: raw("null")
        case .bool(let flag): raw(flag ? "true" : "false")
        case .number(let number): self.value(number)
        case .string(let text): self.value(text)
        case .array(let nodes):
            open("[")
            for node in nodes {
                separate()
                self.value(node.value)
            }
            close("]")
        case .object(let members):
            open("{")
            for member in members {
                name(member.key)
                self.value(member.node.value)
            }
            close("}")
        }
    }
}
