/// The second part of a TZif file: when the clocks change, and to which of some offsets.
///
/// Source: RFC 8536, section 3.2.
struct TimeZoneBody {
    /// Seconds since 1970-01-01T00:00:00Z, ascending.
    let times: [Int64]
    /// For each time, which of the offsets counts from then on.
    let types: [UInt8]
    /// Seconds ahead of UTC; the first is that before the first time.
    let offsets: [Int]

    /// Reads it, to the line feed before the footer.
    init?(_ reader: inout BigEndianReader, _ header: TimeZoneHeader) {
        let count = header.byteCount(timeSize: 8)
        guard let bytes = reader.read(count) else { return nil }
        var body = BigEndianReader(bytes)
        times = (0..<header.timeCount).compactMap { _ in body.integer(bytes: 8) }
        types = body.read(header.timeCount).map(Array.init) ?? []
        offsets = (0..<header.typeCount).compactMap { _ in
            let offset = body.integer(bytes: 4)
            return body.skip(2) ? offset.map { Int($0) } : nil
        }
        guard types.allSatisfy({ $0 < header.typeCount }), offsets.count == header.typeCount else {
            return nil
        }
    }
}
