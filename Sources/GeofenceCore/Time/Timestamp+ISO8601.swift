extension Timestamp {
    /// The moment as `2026-11-21T07:17:37.123Z`: always UTC, always milliseconds, 24 characters.
    ///
    /// Only the years 0000 to 9999 have four digits: an earlier moment is written as the first millisecond of
    /// year 0000, a later one as the last of 9999.
    public var iso8601: String {
        let bytes = iso8601Bytes
        return String(unsafeUninitializedCapacity: bytes.count) { text in
            withUnsafeBytes(of: bytes) { UnsafeMutableRawBufferPointer(text).copyMemory(from: $0) }
            return bytes.count
        }
    }

    /// The 24 ASCII bytes of `iso8601`.
    public var iso8601Bytes: InlineArray<24, UInt8> {
        let clamped = min(max(milliseconds, Self.yearZero), Self.lastOfYear9999)
        let (days, time) = clamped.flooredDivision(by: CivilDate.millisecondsPerDay)
        let (date, rest) = (CivilDate(days: days), UInt32(truncatingIfNeeded: time))
        var text = ISO8601Text()
        text.addPair(date.year / 100)
        text.addPair(date.year % 100, then: "-")
        text.addPair(date.month, then: "-")
        text.addPair(date.day, then: "T")
        text.addPair(rest / 3_600_000, then: ":")
        text.addPair(rest / 60_000 % 60, then: ":")
        text.addPair(rest / 1000 % 60, then: ".")
        text.add(rest / 100 % 10)
        text.addPair(rest % 100, then: "Z")
        return text.bytes
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

/// The 24 bytes of a moment as text, while they are put together.
private struct ISO8601Text {
    private(set) var bytes = InlineArray<24, UInt8>(repeating: 0)
    private var count = 0

    /// Adds two digits, and what stands behind them.
    @inline(__always)
    mutating func addPair(_ number: some BinaryInteger, then mark: Unicode.Scalar? = nil) {
        let number = UInt32(truncatingIfNeeded: number)
        add(number / 10)
        add(number % 10)
        if let mark { add(byte: UInt8(truncatingIfNeeded: mark.value)) }
    }

    @inline(__always)
    mutating func add(_ digit: UInt32) { add(byte: UInt8(truncatingIfNeeded: 0x30 + digit)) }

    @inline(__always)
    private mutating func add(byte: UInt8) {
        bytes[count] = byte
        count += 1
    }
}
