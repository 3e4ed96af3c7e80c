extension Timestamp {
    /// The moment as `2026-11-21T07:17:37.123Z`: always UTC, always milliseconds, 24 characters.
    ///
    /// Only the years 0000 to 9999 have four digits: an earlier moment is written as the first millisecond of
    /// year 0000, a later one as the last of 9999.
    public var iso8601: String {
        String(unsafeUninitializedCapacity: Self.iso8601Length) { text in
            var bytes = ISO8601Bytes()
            write(to: &bytes)
            bytes.withBytes { UnsafeMutableRawBufferPointer(text).copyMemory(from: $0) }
            return Self.iso8601Length
        }
    }

    /// Appends the 24 ASCII bytes of `iso8601`.
    public func appendISO8601(to bytes: inout [UInt8]) {
        var own = ISO8601Bytes()
        write(to: &own)
        own.withBytes { bytes.append(contentsOf: $0) }
    }

    private static var iso8601Length: Int { 24 }

    private func write(to bytes: inout ISO8601Bytes) {
        let clamped = min(max(milliseconds, Self.yearZero), Self.lastOfYear9999)
        let (days, time) = clamped.flooredDivision(by: CivilDate.millisecondsPerDay)
        let date = CivilDate(days: days)
        bytes.add(date.year, digits: 4, then: "-")
        bytes.add(date.month, digits: 2, then: "-")
        bytes.add(date.day, digits: 2, then: "T")
        bytes.add(time / 3_600_000, digits: 2, then: ":")
        bytes.add(time / 60_000 % 60, digits: 2, then: ":")
        bytes.add(time / 1000 % 60, digits: 2, then: ".")
        bytes.add(time % 1000, digits: 3, then: "Z")
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
private struct ISO8601Bytes {
    private var bytes = InlineArray<24, UInt8>(repeating: 0)
    private var count = 0

    /// Adds the last digits of a number, and what stands behind them.
    @inline(__always)
    mutating func add(_ number: Int64, digits: Int, then mark: Unicode.Scalar) {
        var rest = UInt32(truncatingIfNeeded: number)
        for place in (count..<count + digits).reversed() {
            bytes[place] = UInt8(truncatingIfNeeded: 0x30 + rest % 10)
            rest /= 10
        }
        bytes[count + digits] = UInt8(truncatingIfNeeded: mark.value)
        count += digits + 1
    }

    func withBytes(_ body: (UnsafeRawBufferPointer) -> Void) { withUnsafeBytes(of: bytes, body) }
}
