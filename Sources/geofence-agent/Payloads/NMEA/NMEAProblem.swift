/// Why a sentence of NMEA 0183 can't be used.
enum NMEAProblem: Error, Hashable, CustomStringConvertible {
    /// Its checksum, and what its bytes come to.
    case checksum(said: UInt8, counted: UInt8)
    /// It ends before its checksum.
    case noChecksum
    /// A field says nothing that can be read: its name.
    case field(String)

    var description: String {
        switch self {
        case .checksum(let said, let counted):
            "is damaged: its checksum is \(Self.hexadecimal(said)), its bytes come to \(Self.hexadecimal(counted))"
        case .noChecksum: "is cut off: it has no checksum"
        case .field(let name): "has a \(name) that can't be read"
        }
    }

    private static func hexadecimal(_ byte: UInt8) -> String {
        (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
    }
}
