import GeofenceCore

/// What was announced to Home Assistant of something, as far as it has to be known to tell it otherwise.
struct DiscoveryRecord: Hashable {
    /// A part that was taken back.
    struct Gone: Hashable {
        var part: AnnouncedPart
        var since: Timestamp
    }

    /// The announcement's id.
    var id: String
    /// In which topics it stands.
    var form: DiscoveryConfig.Form
    var parts: [AnnouncedPart]
    /// Parts that its payload still says are to be removed.
    var gone: [Gone] = []
    /// Of the payloads, without those that are gone.
    var fingerprint: String

    /// The topics that it stands in.
    var topics: [String] {
        guard form.isLegacy else { return [DiscoveryMessage.topic(device: id, form.prefix)] }
        return parts.map { DiscoveryMessage.topic($0, of: id, form.prefix) }
    }

    /// Whether an entity was announced.
    func has(_ key: String) -> Bool { parts.contains { $0.key == key } }
}

extension DiscoveryRecord {
    func write(to writer: inout ByteWriter) {
        writer.text(id)
        writer.text(form.prefix)
        writer.flag(form.isLegacy)
        writer.list(parts) { $1.write(to: &$0) }
        writer.list(gone) { writer, gone in
            gone.part.write(to: &writer)
            writer.timestamp(gone.since)
        }
        writer.text(fingerprint)
    }

    /// Whether what is written here has any entity, without reading all of it.
    static func hasParts(_ reader: inout ByteReader) throws(DamagedBytes) -> Bool {
        try partCount(&reader) > 0
    }

    /// Whether what is written here has an entity, without reading all of it.
    static func has(_ key: String, _ reader: inout ByteReader) throws(DamagedBytes) -> Bool {
        for _ in 0..<(try partCount(&reader)) {
            if try reader.blob().elementsEqual(key.utf8) { return true }
            _ = try reader.blob()
        }
        return false
    }

    /// How many parts follow, past what `write` puts before them.
    private static func partCount(_ reader: inout ByteReader) throws(DamagedBytes) -> UInt64 {
        _ = try reader.blob()
        _ = try reader.blob()
        _ = try reader.flag()
        return try reader.count()
    }

    init(from reader: inout ByteReader) throws(DamagedBytes) {
        id = try reader.text()
        form = .init(prefix: try reader.text(), isLegacy: try reader.flag())
        parts = try reader.list { reader throws(DamagedBytes) in try AnnouncedPart(from: &reader) }
        gone = try reader.list { reader throws(DamagedBytes) in
            Gone(part: try AnnouncedPart(from: &reader), since: try reader.timestamp())
        }
        fingerprint = try reader.text()
    }
}

extension AnnouncedPart {
    func write(to writer: inout ByteWriter) {
        writer.text(key)
        writer.text(platform.rawValue)
    }

    init(from reader: inout ByteReader) throws(DamagedBytes) {
        key = try reader.text()
        guard let platform = Component.Platform(rawValue: try reader.text()) else { throw reader.damaged }
        self.platform = platform
    }
}
