import GeofenceCore

/// Which zone a fence has been made of.
struct ZoneFence: Hashable, Sendable {
    /// Whose zone, and for whom alone the fence is.
    var device: Identifier
    /// The zone's id.
    var zone: Timestamp
    /// What the zone is to the person: home or work.
    var label: ZoneLabel

    /// The zones that become fences.
    static let labels = [ZoneLabel.home, .work]
    /// Fences of one device and label at most.
    static let most = 4

    /// `home-van1`, then `home2-van1`; nil where that is too long.
    ///
    /// Ids of fences are of all devices alike, so the device's own stands in it. No two devices share one:
    /// what stands before the first hyphen is none of theirs.
    static func id(_ label: ZoneLabel, _ number: Int, of device: Identifier) -> Identifier? {
        try? Identifier("\(label.rawValue)\(number == 1 ? "" : "\(number)")-\(device)")
    }

    /// Whether a fence is one of a device's, by its id alone: another agent's zones are not known.
    static func isOne(_ fence: Identifier, of device: Identifier) -> Bool {
        guard fence.description.utf8.reversed().starts(with: device.description.utf8.reversed()) else {
            return false
        }
        return labels.contains { label in (1...most).contains { id(label, $0, of: device) == fence } }
    }

    /// The device whose zone a fence is, or would be, by its id; nil where that is no zone's.
    static func device(in fence: Identifier) -> Identifier? {
        guard let end = fence.description.utf8.firstIndex(of: UInt8(ascii: "-")) else { return nil }
        let device = try? Identifier(String(fence.description[fence.description.utf8.index(after: end)...]))
        return device.flatMap { isOne(fence, of: $0) ? $0 : nil }
    }

    /// The group of all fences of a label; its events of a device are on `…/event/{device}/home`.
    static func group(_ label: ZoneLabel) -> Identifier? { try? Identifier(label.rawValue) }

    /// The name of a label's fences for people.
    static func name(_ label: ZoneLabel) -> String { label == .home ? "Home" : "Work" }

    func write(to writer: inout ByteWriter) {
        writer.text(device.description)
        writer.timestamp(zone)
        writer.flag(label == .home)
    }
}

extension ZoneFence {
    init(from reader: inout ByteReader) throws(DamagedBytes) {
        device = try reader.identifier()
        zone = try reader.timestamp()
        label = try reader.flag() ? .home : .work
    }
}
