import GeofenceCore

/// A time as people type it: a date, a date and time, a word, or how long ago.
///
/// What has no offset of its own is read by the clocks of a zone. A time that these clocks skip is the moment
/// of the jump; of one that they show twice it is the first.
struct TypedTime {
    /// The moment from which words and stretches count.
    let now: Timestamp
    /// The clocks that show it.
    let zone: TimeZoneTable

    /// What can be typed, for a message.
    static let examples =
        "2026-11-20, 2026-11-20T06:02, 2026-11-20T06:02:30Z, yesterday, today, now, -90m, -24h or -7d"

    /// Bytes of a time at most.
    private static let longest = 64

    /// The moment that a text names; nil where it names none.
    func moment(_ text: String) -> Timestamp? {
        guard text.utf8.count <= Self.longest else { return nil }
        switch text.lowercased() {
        case "now": return now
        case "today": return zone.startOfDay(0, after: now)
        case "yesterday": return zone.startOfDay(-1, after: now)
        default: return ago(text) ?? dated(text)
        }
    }

    /// `-24h`: so long before now; a day has 24 hours.
    private func ago(_ text: String) -> Timestamp? {
        let bytes = text.utf8
        guard bytes.first == UInt8(ascii: "-"), let mark = bytes.last,
            let unit = Self.units[Unicode.Scalar(mark)],
            let count = Int64(text.dropFirst().dropLast()), count >= 0, count <= Self.most
        else { return nil }
        return now.advanced(byMilliseconds: -count * unit)
    }

    /// Milliseconds.
    private static let units: [Unicode.Scalar: Int64] = [
        "s": 1000, "m": 60_000, "h": 3_600_000, "d": 86_400_000, "w": 7 * 86_400_000,
    ]

    /// Units at most: of weeks, 19,000 years.
    private static let most: Int64 = 1_000_000

    /// A date, perhaps with a time, perhaps with an offset.
    private func dated(_ text: String) -> Timestamp? {
        let whole = Self.completed(text)
        if let moment = Timestamp(iso8601: whole) { return moment }
        return Timestamp(iso8601UTC: whole.utf8).map(zone.firstMoment(showing:))
    }

    /// With 00:00 where there is no time, and 00 where there are no seconds.
    private static func completed(_ text: String) -> String {
        var bytes = Array(text.utf8)
        if bytes.count == dateLength { return text + "T00:00:00" }
        guard bytes.count >= minuteLength, bytes.count == minuteLength || bytes[minuteLength] != colon else {
            return text
        }
        bytes.insert(contentsOf: ":00".utf8, at: minuteLength)
        return String(decoding: bytes, as: UTF8.self)
    }

    private static let colon = UInt8(ascii: ":")
    private static let dateLength = "2026-11-20".utf8.count
    private static let minuteLength = "2026-11-20T06:02".utf8.count
}
