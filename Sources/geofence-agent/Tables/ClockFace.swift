import GeofenceCore

/// Writes moments for people, by the clocks of a zone, to the second.
struct ClockFace: Sendable {
    let zone: TimeZoneTable

    /// UTC.
    static let utc = ClockFace(zone: .utc)

    /// `2026-11-20 07:02:30`.
    func text(_ time: Timestamp) -> String {
        let bytes = Array(zone.local(time).iso8601.utf8)
        return String(decoding: bytes[..<10] + [UInt8(ascii: " ")] + bytes[11..<19], as: UTF8.self)
    }

    /// The title of a column of moments: `TIME (Europe/Berlin)`.
    func title(_ name: String) -> String { "\(name) (\(zone.name))" }

    /// `2026-11-20T07:02:30+01:00`, for a spreadsheet or a program.
    func iso8601(_ time: Timestamp) -> String {
        let text = zone.local(time).iso8601.prefix(19)
        let offset = zone.offset(at: time)
        guard offset != 0 else { return "\(text)Z" }
        let minutes = offset.magnitude / 60
        let parts = [minutes / 60, minutes % 60].map { $0 < 10 ? "0\($0)" : "\($0)" }
        return "\(text)\(offset < 0 ? "-" : "+")\(parts[0]):\(parts[1])"
    }

    /// `2026-11-20`, a day by its number.
    static func date(ofDay day: Int64) -> String {
        String(Timestamp(milliseconds: 0).advanced(byDays: day).iso8601.prefix(10))
    }
}
