/// Reads a date and time of RFC 3339 byte by byte.
enum ISO8601Reader {
    /// Milliseconds since 1970-01-01T00:00:00Z, or nil for what is no date and time.
    ///
    /// `zoneless` allows a text without a zone, and takes it as UTC.
    static func read(_ bytes: borrowing Span<UInt8>, zoneless: Bool) -> Int64? {
        var at = 0
        guard let days = date(bytes, &at), at < bytes.count, isSeparator(bytes[at]) else { return nil }
        at += 1
        guard let time = time(bytes, &at) else { return nil }
        if at == bytes.count { return zoneless ? days * CivilDate.millisecondsPerDay + time : nil }
        guard let offset = zone(bytes, &at), at == bytes.count else { return nil }
        return days * CivilDate.millisecondsPerDay + time - offset
    }

    private static func isSeparator(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: "T") || byte == UInt8(ascii: "t") || byte == UInt8(ascii: " ")
    }

    /// Days since 1970-01-01 of `2026-11-21`.
    private static func date(_ bytes: borrowing Span<UInt8>, _ at: inout Int) -> Int64? {
        guard let year = digits(4, bytes, &at), consume("-", bytes, &at),
            let month = digits(2, bytes, &at), consume("-", bytes, &at),
            let day = digits(2, bytes, &at)
        else { return nil }
        return CivilDate(year: year, month: month, day: day)?.days
    }

    /// Milliseconds since midnight of `07:17:37.123`.
    private static func time(_ bytes: borrowing Span<UInt8>, _ at: inout Int) -> Int64? {
        guard let hour = digits(2, bytes, &at), hour < 24, consume(":", bytes, &at),
            let minute = digits(2, bytes, &at), minute < 60, consume(":", bytes, &at),
            let second = digits(2, bytes, &at), second <= 60,
            let fraction = fraction(bytes, &at)
        else { return nil }
        return ((hour * 60 + minute) * 60 + second) * 1000 + fraction
    }

    /// Milliseconds of `.123456`; 0 where there is no dot, nil for a dot alone.
    private static func fraction(_ bytes: borrowing Span<UInt8>, _ at: inout Int) -> Int64? {
        guard consume(".", bytes, &at) else { return 0 }
        var milliseconds: Int64 = 0
        var unit: Int64 = 100
        let start = at
        while let digit = digits(1, bytes, &at) {
            milliseconds += digit * unit
            unit /= 10
        }
        return at > start ? milliseconds : nil
    }

    /// Milliseconds east of UTC of `Z`, `+01:00` or `-0330`.
    private static func zone(_ bytes: borrowing Span<UInt8>, _ at: inout Int) -> Int64? {
        if consume("Z", bytes, &at) || consume("z", bytes, &at) { return 0 }
        let east = consume("+", bytes, &at)
        guard east || consume("-", bytes, &at), let hours = digits(2, bytes, &at), hours < 24 else {
            return nil
        }
        _ = consume(":", bytes, &at)
        guard let minutes = digits(2, bytes, &at), minutes < 60 else { return nil }
        return (hours * 60 + minutes) * (east ? 60_000 : -60_000)
    }

    /// Exactly that many digits, or nothing is read.
    private static func digits(_ count: Int, _ bytes: borrowing Span<UInt8>, _ at: inout Int) -> Int64? {
        guard bytes.count - at >= count else { return nil }
        var number: Int64 = 0
        for index in at..<(at + count) {
            let digit = bytes[index] &- 0x30
            guard digit < 10 else { return nil }
            number = number * 10 + Int64(digit)
        }
        at += count
        return number
    }

    private static func consume(_ mark: Unicode.Scalar, _ bytes: borrowing Span<UInt8>, _ at: inout Int)
        -> Bool
    {
        guard at < bytes.count, UInt32(bytes[at]) == mark.value else { return false }
        at += 1
        return true
    }
}
