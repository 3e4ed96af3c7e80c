import GeofenceCore

/// What a device says of itself beside where it is: it decides nothing, and is shown to people.
enum DeviceDetail: Hashable, Sendable {
    /// Per cent that are left in its battery, 0 to 100.
    case battery(UInt8)
    /// What people call it.
    case name(String)

    /// Whether a text can be a name: of as many bytes as one in the configuration, on one line.
    static func isName(_ text: String) -> Bool {
        !text.isEmpty && text.utf8.count <= DeviceNames.longest
            && text.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control }
    }
}

extension DeviceDetail {
    private enum Kind: UInt8 { case battery, name }

    func write(to writer: inout ByteWriter) {
        switch self {
        case .battery(let percent):
            writer.byte(Kind.battery.rawValue)
            writer.byte(percent)
        case .name(let name):
            writer.byte(Kind.name.rawValue)
            writer.text(name)
        }
    }

    init(from reader: inout ByteReader) throws(DamagedBytes) {
        switch Kind(rawValue: try reader.byte()) {
        case .battery:
            let percent = try reader.byte()
            guard percent <= 100 else { throw reader.damaged }
            self = .battery(percent)
        case .name:
            let name = try reader.text()
            guard Self.isName(name) else { throw reader.damaged }
            self = .name(name)
        case nil: throw reader.damaged
        }
    }
}
