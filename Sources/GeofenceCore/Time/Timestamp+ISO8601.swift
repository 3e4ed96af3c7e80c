extension Timestamp {
    /// The moment as `2026-11-21T07:17:37.123Z`: always UTC, always milliseconds, 24 characters.
    ///
    /// Only the years 0000 to 9999 have four digits: an earlier moment is written as the first millisecond of
    /// year 0000, a later one as the last of 9999.
    public var iso8601: String {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(24)
        appendISO8601(to: &bytes)
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Appends the 24 ASCII bytes of `iso8601`.
    public func appendISO8601(to bytes: inout [UInt8]) {
        let clamped = min(max(milliseconds, Self.yearZero), Self.lastOfYear9999)
        let (days, time) = clamped.flooredDivision(by: CivilDate.millisecondsPerDay)
        let date = CivilDate(days: days)
        bytes.append(date.year, digits: 4, then: "-")
        bytes.append(date.month, digits: 2, then: "-")
        bytes.append(date.day, digits: 2, then: "T")
        bytes.append(time / 3_600_000, digits: 2, then: ":")
        bytes.append(time / 60_000 % 60, digits: 2, then: ":")
        bytes.append(time / 1000 % 60, digits: 2, then: ".")
        bytes.append(time % 1000, digits: 3, then: "Z")
    }

    /// Reads a date and time of RFC 3339, such as `2026-11-21T08:17:37.123456+01:00`.
    ///
    /// Between date and time stands `T`, `t` or a space; the fraction may have any number of digits, those
    /// below a millisecond are cut off; the zone is `Z`, `z`, `±hh:mm` or `±hhmm`. Second 60 is the next
    /// minute's second 0, as in Unix time. Nil for anything else: no zone, a date that no calendar has, hour
    /// 24, second 61, text before or after.
    public init?(iso8601 bytes: some Collection<UInt8>) {
        self.init(iso8601: bytes, zoneless: false)
    }

    /// Reads a date and time of RFC 3339 from text, as from its bytes.
    public init?(iso8601 text: some StringProtocol) {
        self.init(iso8601: text.utf8, zoneless: false)
    }

    /// Reads a date and time as in RFC 3339 that may leave out the zone, and then is UTC.
    public init?(iso8601UTC bytes: some Collection<UInt8>) {
        self.init(iso8601: bytes, zoneless: true)
    }

    private init?(iso8601 bytes: some Collection<UInt8>, zoneless: Bool) {
        let read = bytes.withContiguousStorageIfAvailable { ISO8601Reader.read($0.span, zoneless: zoneless) }
        guard let milliseconds = read ?? ISO8601Reader.read(Array(bytes).span, zoneless: zoneless) else {
            return nil
        }
        self.init(milliseconds: milliseconds)
    }

    /// 0000-01-01T00:00:00.000Z.
    private static var yearZero: Int64 { -62_167_219_200_000 }
    /// 9999-12-31T23:59:59.999Z.
    private static var lastOfYear9999: Int64 { 253_402_300_799_999 }
}

extension [UInt8] {
    fileprivate mutating func append(_ number: Int64, digits: Int, then mark: Unicode.Scalar) {
        var unit: Int64 = digits == 4 ? 1000 : (digits == 3 ? 100 : 10)
        while unit > 0 {
            append(UInt8(truncatingIfNeeded: 0x30 + number / unit % 10))
            unit /= 10
        }
        append(UInt8(truncatingIfNeeded: mark.value))
    }
}
