/// Stays at one zone with short breaks between them.
struct Shift {
    /// From the first arrival to the last departure, seconds since 1970.
    var span: Range<Int64>
    /// Seconds that were spent there.
    var seconds: Int64

    /// 3 to 14 hours.
    var isLong: Bool { (3 * 3600...14 * 3600).contains(seconds) }

    /// 20 to 26 hours, as of firefighters and doctors; what lies between is a long night at somebody's.
    var isAroundTheClock: Bool { (20 * 3600...26 * 3600).contains(seconds) }

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
    ///
    /// - Complexity: O(log n) and as many stays as the longest one might reach back over.
    func seconds(within stretch: Range<Int64>) -> Int64 {
        var (low, high) = (0, stays.count)
        while low < high {
            let middle = (low + high) / 2
            if stays[middle].lowerBound < stretch.upperBound { low = middle + 1 } else { high = middle }
        }
        return stays[..<low].reversed().lazy
            .prefix { $0.lowerBound + longest > stretch.lowerBound }
            .reduce(0) { $0 + Int64($1.clamped(to: stretch).count) }
    }

    /// Whether there are so many local days with at least so many hours of presence.
    func hasDays(_ count: Int, of hours: Int64, _ timeZone: TimeZoneTable) -> Bool {
        var (days, long): ([Int64: Int64], Set<Int64>) = ([:], [])
        for stay in stays where long.count < count {
            timeZone.forEachHour(of: stay) { hour, seconds in
                let day = hour.flooredDivision(by: 24).quotient
                days[day, default: 0] += seconds
                if days[day, default: 0] >= hours * 3600 { long.insert(day) }
            }
        }
        return long.count >= count
    }
}
