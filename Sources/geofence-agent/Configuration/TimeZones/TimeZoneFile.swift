/// A compiled time zone: the changes of its clocks, and the rule that goes on after the last of them.
///
/// Source: RFC 8536, The Time Zone Information Format (TZif), sections 3.1 to 3.3. Versions from 2 on are
/// read, which hold times of 64 bits; tzdata has made no other for many years. Leap seconds don't exist here,
/// so files that count them are refused.
struct TimeZoneFile: Hashable {
    /// A moment of change in seconds since 1970-01-01T00:00:00Z, and the offset from UTC from then on.
    struct Change: Hashable {
        var second: Int64
        var offset: Int
    }

    /// What each such file begins with.
    static let magic = Array("TZif".utf8)

    /// The offset before the first change.
    let firstOffset: Int
    /// Ascending.
    let changes: [Change]
    /// What counts after the last change; nil where the file doesn't say.
    let rule: TimeZoneRule?

    /// Reads a file; nil where it is no such file, or damaged.
    init?(_ bytes: [UInt8]) {
        var reader = BigEndianReader(bytes[...])
        guard let old = TimeZoneHeader(&reader), old.version >= UInt8(ascii: "2"),
            reader.skip(old.byteCount(timeSize: 4)),
            let header = TimeZoneHeader(&reader), header.leapCount == 0,
            let body = TimeZoneBody(&reader, header)
        else { return nil }
        guard let footer = Self.footer(reader.rest) else { return nil }
        firstOffset = body.offsets[0]
        changes = zip(body.times, body.types).map { Change(second: $0, offset: body.offsets[Int($1)]) }
        if footer.isEmpty {
            rule = nil
        } else {
            guard let rule = TimeZoneRule(footer) else { return nil }
            self.rule = rule
        }
    }

    /// The text between two line feeds.
    private static func footer(_ bytes: ArraySlice<UInt8>) -> String? {
        guard bytes.first == UInt8(ascii: "\n"), bytes.count >= 2, bytes.last == UInt8(ascii: "\n") else {
            return nil
        }
        return String(validating: bytes.dropFirst().dropLast(), as: UTF8.self)
    }
}
