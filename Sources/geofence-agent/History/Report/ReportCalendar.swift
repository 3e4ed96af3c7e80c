import GeofenceCore

/// Local days, or weeks, by the number of their first day.
struct ReportCalendar: Sendable {
    let zone: TimeZoneTable
    let isWeekly: Bool

    /// The period that holds a moment.
    func period(of time: Int64) -> Int64 {
        let day = zone.day(of: Timestamp(milliseconds: time))
        guard isWeekly else { return day }
        // 1970-01-05 was a Monday.
        let weekday = ((day - 4) % 7 + 7) % 7
        return day - weekday
    }

    /// The first moment of the next period, in milliseconds since 1970.
    func end(of period: Int64) -> Int64 { zone.start(ofDay: period + (isWeekly ? 7 : 1)).milliseconds }
}
