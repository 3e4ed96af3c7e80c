import GeofenceCore

/// Days and weeks as the clocks of a zone show them.
extension TimeZoneTable {
    /// What the local clock shows at a moment, as if it were UTC.
    func local(_ time: Timestamp) -> Timestamp {
        time.advanced(byMilliseconds: Int64(offset(at: time)) * 1000)
    }

    /// The number of the local day that holds a moment: days since 1970-01-01.
    func day(of time: Timestamp) -> Int64 { local(time).day }

    /// The first moment of a local day, by its number.
    func start(ofDay day: Int64) -> Timestamp {
        firstMoment(showing: Timestamp(milliseconds: 0).advanced(byDays: day))
    }

    /// The first moment of the local day so many days after that of a moment.
    func startOfDay(_ days: Int64, after time: Timestamp) -> Timestamp { start(ofDay: day(of: time) + days) }
}

extension Timestamp {
    /// Milliseconds of a day of UTC.
    private static let dayLength: Int64 = 86_400_000

    /// Days since 1970-01-01, in UTC.
    var day: Int64 {
        let (quotient, remainder) = milliseconds.quotientAndRemainder(dividingBy: Self.dayLength)
        return remainder < 0 ? quotient - 1 : quotient
    }

    /// So many days of 24 hours later; stops at the ends of the range.
    func advanced(byDays days: Int64) -> Timestamp {
        let (product, overflow) = days.multipliedReportingOverflow(by: Self.dayLength)
        return advanced(byMilliseconds: overflow ? (days < 0 ? .min : .max) : product)
    }
}
