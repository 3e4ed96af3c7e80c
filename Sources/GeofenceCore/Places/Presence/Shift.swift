/// Stays at one zone with short breaks between them.
struct Shift {
    /// From the first arrival to the last departure, seconds since 1970.
    var span: Range<Int64>
    /// Seconds that were spent there.
    var seconds: Int64

    /// 3 to 14 hours.
    var isLong: Bool { (3 * 3600...14 * 3600).contains(seconds) }

    /// Longest break within a shift: 3 hours.
    static let longestBreak: Int64 = 3 * 3600
    /// Seconds of a night that are taken for sleep: 3 hours.
    static let sleep: Int64 = 3 * 3600
    /// Who worked at night is at home within these seconds: 10 hours.
    static let restWithin: Int64 = 10 * 3600
}

extension Presence {
    /// The stays, joined where breaks are short.
    func shifts() -> [Shift] {
        var shifts: [Shift] = []
        for stay in stays {
            let seconds = Int64(stay.count)
            if let last = shifts.last, stay.lowerBound - last.span.upperBound <= Shift.longestBreak {
                let end = max(last.span.upperBound, stay.upperBound)
                shifts[shifts.count - 1] = Shift(
                    span: last.span.lowerBound..<end,
                    seconds: last.seconds + seconds
                )
            } else {
                shifts.append(Shift(span: stay, seconds: seconds))
            }
        }
        return shifts
    }

    /// Seconds of stays within a stretch.
    func seconds(within stretch: Range<Int64>) -> Int64 {
        stays.reduce(0) { $0 + Int64($1.clamped(to: stretch).count) }
    }

    /// Local days with at least so many hours of presence.
    func days(of hours: Double, _ timeZone: TimeZoneTable) -> Int {
        var days: [Int64: Int64] = [:]
        for stay in stays {
            // Most hours are of the same day as the one before.
            var (day, sum) = (Int64.min, Int64(0))
            timeZone.forEachHour(of: stay) { hour, seconds in
                let number = hour.flooredDivision(by: 24).quotient
                if number != day {
                    if sum > 0 { days[day, default: 0] += sum }
                    (day, sum) = (number, 0)
                }
                sum += seconds
            }
            if sum > 0 { days[day, default: 0] += sum }
        }
        return days.values.count { Double($0) >= hours * 3600 }
    }
}
