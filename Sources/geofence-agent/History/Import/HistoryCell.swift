import GeofenceCore

/// Reads cells as Woosmap's SDK and we write them.
enum HistoryCell {
    /// Without the `Optional(…)` that Swift puts around a value that was printed as it was.
    static func bare(_ cell: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        let start = Array("Optional(".utf8)
        guard cell.starts(with: start), cell.last == UInt8(ascii: ")") else {
            return cell.elementsEqual("nil".utf8) ? [] : cell
        }
        let inside = cell.dropFirst(start.count).dropLast()
        let isQuoted = inside.count >= 2 && inside.first == 0x22 && inside.last == 0x22
        return isQuoted ? inside.dropFirst().dropLast() : inside
    }

    static func number(_ cell: ArraySlice<UInt8>) -> Double? {
        cell.withUnsafeBytes { PlainNumber($0)?.value }
    }

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

    /// ISO 8601, `2020-01-31 08:00:00+00` and `2020-01-31 08:00:00 +0000`; UTC where no zone is named; or seconds since 1970.
    static func moment(_ cell: ArraySlice<UInt8>) -> Timestamp? {
        if let seconds = number(cell) { return epoch(seconds) }
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

    /// Seconds since 1970, or milliseconds where that many seconds would be far ahead; from the year 2000 on.
    static func epoch(_ number: Double) -> Timestamp? {
        let milliseconds = (number > 1e11 ? number : number * 1000).rounded()
        guard let time = Int64(exactly: milliseconds), time >= Timestamp.year2000.milliseconds,
            time < 253_402_300_800_000
        else { return nil }
        return Timestamp(milliseconds: time)
    }
}
