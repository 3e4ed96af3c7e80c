import GeofenceCore

extension PayloadFields {
    /// When it was observed; nil where nothing says so.
    ///
    /// A number counts seconds, above 1e11 milliseconds, above 1e14 microseconds since 1970; one of 14 digits
    /// that is a date of this century is that, such as 20261224180000. It may stand in quotes. A text is RFC
    /// 3339, in UTC where it has no zone. Only of Tasmota's `Time`, which is local, a text without a zone
    /// says nothing; a number there counts as any other.
    /// - Throws: `time` for what can't be read or is before 2000, `range` beyond 1e17, `type` for no number
    ///   and no text.
    func time() throws(Rejection) -> Timestamp? {
        if let time = try moment(fields[.time]) { return time }
        if let time = try moment(fields[.fixTime]) { return time }
        if let local = try localMoment(fields[.localTime]) { return local }
        return try moment(fields[.sendTime])
    }

    func moment(_ value: PayloadValue) throws(Rejection) -> Timestamp? {
        switch value.kind {
        case .absent, .null: return nil
        case .number: return try Timestamp(since1970: value.number)
        case .text:
            if let number = cursor.withText(value, { PayloadCursor.wholeNumber($0) }) {
                return try Timestamp(since1970: number)
            }
            let read = cursor.withText(value) { Timestamp(iso8601UTC: $0) }
            guard let read, read >= .year2000 else { throw .time }
            return read
        case .no, .yes, .object, .array: throw .type
        }
    }

    private func localMoment(_ value: PayloadValue) throws(Rejection) -> Timestamp? {
        guard value.kind == .text, cursor.withText(value, { PayloadCursor.wholeNumber($0) }) == nil else {
            return try moment(value)
        }
        return cursor.withText(value) { Timestamp(iso8601: $0) }
    }
}

extension Timestamp {
    /// 2000-01-01T00:00:00Z; a device that says less has no clock.
    static let year2000 = Timestamp(milliseconds: 946_684_800_000)

    /// Reads seconds, milliseconds or microseconds since 1970, recognised by their size.
    ///
    /// 1e11 s is in the year 5138, 1e11 ms in 1973.
    init(since1970 number: Double) throws(Rejection) {
        guard number <= 1e17 else { throw .range }
        if number > 2e13, let date = Self(compactDate: number) {
            self = date
            return
        }
        let milliseconds = number > 1e14 ? number / 1000 : (number > 1e11 ? number : number * 1000)
        guard milliseconds >= 946_684_800_000 else { throw .time }
        self.init(milliseconds: Int64(milliseconds.rounded()))
    }

    /// Reads `yyyyMMddHHmmss` in UTC, as receivers and modems write it; nil for any other number.
    ///
    /// As milliseconds since 1970 such a number would be of the 27th century.
    private init?(compactDate number: Double) {
        guard number >= 20_000_101_000_000, number < 21_000_101_000_000 else { return nil }
        let digits = Int64(number)
        let (day, time) = digits.quotientAndRemainder(dividingBy: 1_000_000)
        let (hour, minute, second) = (time / 10_000, time / 100 % 100, time % 100)
        guard hour < 24, minute < 60, second < 60,
            let date = CivilDate(year: day / 10_000, month: day / 100 % 100, day: day % 100)
        else { return nil }
        let seconds = date.days * 86_400 + hour * 3600 + minute * 60 + second
        let fraction = Int64(((number - number.rounded(.down)) * 1000).rounded(.down))
        self.init(milliseconds: seconds * 1000 + fraction)
    }
}
