import GeofenceCore

/// What a device of Home Assistant's stands for.
enum DiscoverySubject: Hashable, Comparable {
    case agent
    case fence(Identifier)
    case device(Identifier)

    func write(to writer: inout ByteWriter) {
        switch self {
        case .agent: writer.byte(0)
        case .fence(let id):
            writer.byte(1)
            writer.text(id.description)
        case .device(let id):
            writer.byte(2)
            writer.text(id.description)
        }
    }

    init(from reader: inout ByteReader) throws(DamagedBytes) {
        switch try reader.byte() {
        case 0: self = .agent
        case 1: self = .fence(try reader.identifier())
        case 2: self = .device(try reader.identifier())
        default: throw reader.damaged
        }
    }
}
