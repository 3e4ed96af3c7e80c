import GeofenceCore

/// Reads cells as Woosmap's SDK and we write them.
enum HistoryCell {
    static func number(_ cell: ArraySlice<UInt8>) -> Double? {
        cell.withUnsafeBytes { PlainNumber($0)?.value }
    }

    /// An accuracy: 0 where there is none; nil for what is no number, and below 0.
    static func metres(_ cell: ArraySlice<UInt8>) -> Double? {
        cell.isEmpty ? 0 : number(cell).flatMap(metres)
    }

    /// Likewise of a number.
    static func metres(_ number: Double) -> Double? { number >= 0 ? number : nil }

    /// How many positions a visit rests on: 0 where it isn't said; nil for what is no whole number from 0 to
    /// `maximumCount`.
    static func count(_ cell: ArraySlice<UInt8>) -> Int? {
        cell.isEmpty ? 0 : number(cell).flatMap(count)
    }

    /// Likewise of a number.
    static func count(_ number: Double) -> Int? {
        (0...Double(maximumCount)).contains(number) ? Int(exactly: number) : nil
    }

    /// Positions of a visit at most: one a second for 31 years.
    static let maximumCount = 1_000_000_000

    /// `POINT(2.35 48.85)`: the longitude first.
    static func point(_ cell: ArraySlice<UInt8>) -> Coordinate? {
        let text = String(decoding: cell, as: UTF8.self)
        guard text.hasPrefix("POINT"), let open = text.firstIndex(of: "("), text.hasSuffix(")") else {
            return nil
        }
        let numbers = text[text.index(after: open)...].dropLast().split(separator: " ")
            .compactMap { number(Array($0.utf8)[...]) }
        guard numbers.count == 2 else { return nil }
        return try? Coordinate(latitude: numbers[1], longitude: numbers[0])
    }

    /// ISO 8601, `2020-01-31 08:00:00+00` and `2020-01-31 08:00:00 +0000`; UTC where no zone is named; or a
    /// number as `epoch` takes it.
    static func moment(_ cell: ArraySlice<UInt8>) -> Timestamp? {
        guard let number = number(cell) else { return written(cell) }
        return epoch(number)
    }

    /// Likewise, but any number is a time.
    static func anyMoment(_ cell: ArraySlice<UInt8>) -> Timestamp? {
        number(cell).map(anyEpoch) ?? written(cell)
    }

    private static func written(_ cell: ArraySlice<UInt8>) -> Timestamp? {
        var text = Array(cell)
        if let space = text.lastIndex(of: 0x20), text[(space + 1)...].first.map(isSign) == true {
            text.remove(at: space)
        }
        if text.count > 3, isSign(text[text.count - 3]), text.firstIndex(of: 0x3A) != nil {
            text += "00".utf8
        }
        return Timestamp(iso8601UTC: text)
    }

    private static func isSign(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: "+") || byte == UInt8(ascii: "-")
    }

    /// Seconds or milliseconds since 1970 of what was recorded: nil before the year 2000, and beyond the
    /// year 9999.
    static func epoch(_ number: Double) -> Timestamp? {
        let time = anyEpoch(number)
        return time >= .year2000 && time.milliseconds < endOfYears ? time : nil
    }

    /// Seconds since 1970, or milliseconds where that many seconds would be far ahead or ago; the year 10000
    /// for what is beyond.
    static func anyEpoch(_ number: Double) -> Timestamp {
        let milliseconds = (number.magnitude > 1e11 ? number : number * 1000).rounded()
        let end = Double(endOfYears)
        return Timestamp(milliseconds: Int64(min(max(milliseconds, -end), end)))
    }

    /// The year 10000, in milliseconds since 1970.
    private static let endOfYears: Int64 = 253_402_300_800_000
}
