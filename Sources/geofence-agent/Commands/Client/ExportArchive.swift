/// Puts the answers to `device/export` together: one object, with a list for each part.
struct ExportArchive {
    /// The number of the form, in the file.
    static let form = 1

    private var bytes: [UInt8]
    /// The list that is open.
    private var list: String?
    private var isFirst = true

    /// Begins with what the file is.
    init(device: String) {
        bytes = Array(#"{"format":"geofence-agent-export","form":\#(Self.form),"device":"#.utf8)
        bytes += JSONWriter.quoted(device)
    }

    /// Adds an answer: its lists go on where the answer before had the same.
    mutating func add(_ answer: JSONNode) {
        guard case .object(let members) = answer.value else { return }
        for member in members where member.key != "device" && member.key != "next" {
            if case .array(let entries) = member.node.value {
                begin(member.key)
                for entry in entries { add(entry.value.bytes) }
            } else {
                close()
                bytes += Array(",\n\"\(member.key)\":".utf8) + member.node.value.bytes
            }
        }
    }

    private mutating func begin(_ name: String) {
        guard list != name else { return }
        close()
        bytes += Array(",\n\"\(name)\":[".utf8)
        (list, isFirst) = (name, true)
    }

    private mutating func add(_ entry: [UInt8]) {
        bytes += Array((isFirst ? "\n" : ",\n").utf8) + entry
        isFirst = false
    }

    private mutating func close() {
        if list != nil { bytes.append(UInt8(ascii: "]")) }
        list = nil
    }

    /// Nothing more comes.
    mutating func end() {
        close()
        bytes += Array("}\n".utf8)
    }

    /// What has gathered.
    mutating func drain() -> [UInt8] {
        defer { bytes = [] }
        return bytes
    }
}
