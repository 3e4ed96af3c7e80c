extension JSONValue {
    /// The value as people read it: a member or an element a line, two blanks deeper each; lists and objects
    /// of single values stay in one line where that has up to 100 characters.
    var indented: String {
        var text = ""
        write(to: &text, depth: 0)
        return text
    }

    private static let widest = 100

    private func write(to text: inout String, depth: Int) {
        let line = isFlat ? String(decoding: bytes, as: UTF8.self) : ""
        guard !isFlat || line.utf8.count > Self.widest else {
            text += line
            return
        }
        switch self {
        case .array(let nodes):
            Self.writeLines(nodes, ["[", "]"], to: &text, depth) { node, text in
                node.value.write(to: &text, depth: depth + 1)
            }
        case .object(let members):
            Self.writeLines(members, ["{", "}"], to: &text, depth) { member, text in
                text += String(decoding: JSONWriter.quoted(member.key), as: UTF8.self) + ": "
                member.node.value.write(to: &text, depth: depth + 1)
            }
        default: text += String(decoding: bytes, as: UTF8.self)
        }
    }

    private static func writeLines<Part>(
        _ parts: [Part],
        _ brackets: [String],
        to text: inout String,
        _ depth: Int,
        _ write: (Part, inout String) -> Void
    ) {
        text += brackets[0] + "\n"
        for (index, part) in parts.enumerated() {
            text += String(repeating: "  ", count: depth + 1)
            write(part, &text)
            text += index == parts.count - 1 ? "\n" : ",\n"
        }
        text += String(repeating: "  ", count: depth) + brackets[1]
    }

    /// Whether it has no list and no object inside.
    private var isFlat: Bool {
        switch self {
        case .array(let nodes): nodes.allSatisfy { $0.value.isSingle }
        case .object(let members): members.allSatisfy { $0.node.value.isSingle }
        default: true
        }
    }

    private var isSingle: Bool {
        switch self {
        case .array, .object: false
        default: true
        }
    }
}
