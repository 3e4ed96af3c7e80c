/// Fields of one entry of systemd's journal, as its socket takes them.
///
/// Source: systemd, "Native Journal Protocol": `NAME=value` on a line each; a value with line breaks has its
/// length in front, in 64 bits, the lowest first. Names are capital letters, digits and `_`, begin with a
/// letter, and have 64 bytes at most.
struct JournalFields {
    /// Where the journal listens.
    static let socket = "/run/systemd/journal/socket"

    private(set) var bytes: [UInt8] = []

    /// Adds a field; one whose name has no letter or digit is left out.
    mutating func add(_ name: String, _ value: String) {
        guard let name = Self.name(name) else { return }
        bytes += name
        if value.utf8.contains(UInt8(ascii: "\n")) {
            bytes.append(UInt8(ascii: "\n"))
            withUnsafeBytes(of: UInt64(value.utf8.count).littleEndian) { bytes += $0 }
        } else {
            bytes.append(UInt8(ascii: "="))
        }
        bytes += Array(value.utf8) + [UInt8(ascii: "\n")]
    }

    private static func name(_ name: String) -> [UInt8]? {
        let letters = name.utf8.map { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"): byte - 0x20
            case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "0")...UInt8(ascii: "9"): byte
            default: UInt8(ascii: "_")
            }
        }
        let trimmed = letters.drop { !(0x41...0x5A).contains($0) }.prefix(64)
        return trimmed.isEmpty ? nil : Array(trimmed)
    }
}
