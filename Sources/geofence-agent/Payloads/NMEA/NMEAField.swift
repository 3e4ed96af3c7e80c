/// Reads the fields of sentences.
enum NMEAField {
    /// Reads `hhmmss` or `hhmmss.sss` as milliseconds since midnight; second 60 is the next minute's
    /// second 0.
    static func timeOfDay(_ field: UnsafeRawBufferPointer) -> Int64? {
        guard let hours = pair(field, 0), let minutes = pair(field, 2), hours < 24, minutes < 60,
            let seconds = unsigned(field, from: 4, wholeDigits: 2), seconds < 61
        else { return nil }
        return Int64(hours * 60 + minutes) * 60_000 + Int64((seconds * 1000).rounded(.down))
    }

    /// Reads `ddmmyy` as days since 1970-01-01; years from 80 on are of the 20th century.
    ///
    /// Between 1980 and 2079 every fourth year is a leap year.
    static func day(_ field: UnsafeRawBufferPointer) -> Int64? {
        guard field.count == 6, let day = pair(field, 0), let month = pair(field, 2),
            let short = pair(field, 4),
            (1...12).contains(month)
        else { return nil }
        let year = short < 80 ? 2000 + short : 1900 + short
        let isLeap = year.isMultiple(of: 4)
        let lengths: [12 of Int] = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
        guard (1...lengths[month - 1]).contains(day) else { return nil }
        let before = (0..<(month - 1)).reduce(0) { $0 + lengths[$1] }
        return Int64((year - 1970) * 365 + (year - 1969) / 4 + before + day - 1)
    }

    /// Reads `ddmm.mmmm` or `dddmm.mmmm` and its side as degrees.
    static func degrees(
        _ field: UnsafeRawBufferPointer,
        _ side: UnsafeRawBufferPointer,
        _ positive: UInt8,
        _ negative: UInt8
    ) -> Double? {
        let whole = field.firstIndex(of: UInt8(ascii: ".")) ?? field.count
        guard side.count == 1, side.first == positive || side.first == negative, (3...5).contains(whole),
            let minutes = unsigned(field, from: whole - 2, wholeDigits: 2), minutes < 60,
            let degrees = unsigned(UnsafeRawBufferPointer(rebasing: field[..<(whole - 2)]), from: 0)
        else { return nil }
        let angle = degrees + minutes / 60
        return side.first == negative ? -angle : angle
    }

    private static func pair(_ field: UnsafeRawBufferPointer, _ start: Int) -> Int? {
        guard start + 1 < field.count else { return nil }
        let (tens, ones) = (field[start] &- 0x30, field[start + 1] &- 0x30)
        return tens < 10 && ones < 10 ? Int(tens) * 10 + Int(ones) : nil
    }

    /// A number of digits, and a fraction or none; nothing else.
    private static func unsigned(
        _ field: UnsafeRawBufferPointer,
        from start: Int,
        wholeDigits: Int? = nil
    ) -> Double? {
        guard start < field.count else { return nil }
        let digits = UnsafeRawBufferPointer(rebasing: field[start...])
        let whole = digits.firstIndex(of: UInt8(ascii: ".")) ?? digits.count
        guard whole > 0, whole == wholeDigits ?? whole,
            digits.allSatisfy({ (0x30...0x39).contains($0) || $0 == UInt8(ascii: ".") })
        else { return nil }
        return PlainNumber(digits)?.value
    }
}
