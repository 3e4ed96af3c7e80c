import GeofenceCore

/// The days or weeks of one device: the visits first, then its positions in order, then the rows.
struct PeriodReport {
    /// Parts of visits at most, and so rows: 10 years of a fence take 3,650.
    static let most = 200_000

    /// A visit, or the part of it that lies in one period.
    private struct Part {
        var period: Int64
        var visit: FenceVisit
        var isFirst, isLast: Bool

        /// Up to where the way is inside: where it ends the position lies outside.
        var last: Int64 { isLast ? visit.end - 1 : visit.end }
    }

    private let device: Identifier
    private let calendar: ReportCalendar
    private var parts: [Part] = []
    private var odometer = Odometer()
    private var marks: OdometerMarks
    /// By period: metres of the whole way.
    private var ways: [Int64: Double] = [:]
    private var current: (period: Int64, end: Int64)?
    /// Whether visits were left out.
    private(set) var isTruncated = false

    /// Visits are cut to the range; one that begins before it is none that began.
    init(_ device: Identifier, _ visits: [FenceVisit], in range: HistoryRange, _ calendar: ReportCalendar) {
        (self.device, self.calendar) = (device, calendar)
        marks = OdometerMarks([])
        for visit in visits where !isTruncated { add(visit, range) }
        marks = OdometerMarks(parts.flatMap { [$0.visit.start, $0.last] })
    }

    private mutating func add(_ visit: FenceVisit, _ range: HistoryRange) {
        var start = max(visit.start, range.from.milliseconds)
        let end = min(visit.end, range.to.milliseconds)
        guard start <= end, start < end || visit.start == visit.end else { return }
        let ends = !visit.isOpen && visit.end == end
        repeat {
            guard parts.count < Self.most else {
                isTruncated = true
                return
            }
            let period = calendar.period(of: start)
            // At least a millisecond, so that it ends whatever the clocks do.
            let stop = min(end, max(start + 1, calendar.end(of: period)))
            var part = Part(period: period, visit: visit, isFirst: start == visit.start, isLast: false)
            (part.visit.start, part.visit.end) = (start, stop)
            (part.isLast, part.visit.isOpen) = (ends && stop == end, visit.isOpen && stop == end)
            parts.append(part)
            start = stop
        } while start < end
    }

    /// Adds a position.
    mutating func add(_ row: HistoryPosition) {
        marks.pass(row.time, odometer)
        let before = odometer.metres
        odometer.add(row)
        let period = period(of: row.time)
        ways[period, default: 0] += odometer.metres - before
    }

    /// The period of positions in order: most lie in that of the one before.
    private mutating func period(of time: Int64) -> Int64 {
        if let current, time < current.end { return current.period }
        let period = calendar.period(of: time)
        current = (period, calendar.end(of: period))
        return period
    }

    /// The rows by period: that of all fences, then each by id.
    ///
    /// With `fence` those of one fence alone.
    mutating func rows(of fence: Identifier?) -> [ReportRow] {
        marks.finish(odometer)
        var rows: [Key: PeriodRow] = [:]
        var reached: [Int64: Int64] = [:]
        for part in parts {
            add(part, to: &rows[Key(day: part.period, fence: part.visit.fence), default: row(part, true)])
            guard fence == nil else { continue }
            // In order of their beginnings: what an earlier one covers counts once.
            let from = max(part.visit.start, reached[part.period] ?? .min)
            reached[part.period] = max(part.visit.end, from)
            var whole = part
            whole.visit.start = min(from, part.visit.end)
            add(whole, to: &rows[Key(day: part.period, fence: nil), default: row(part, false)])
        }
        if fence == nil {
            for (day, metres) in ways {
                let empty = PeriodRow(device: device, day: day)
                rows[Key(day: day, fence: nil), default: empty].distance = metres
            }
        }
        let sorted = rows.sorted { $0.key < $1.key }
        return sorted.filter { fence == nil || $0.value.fence == fence?.description }.map {
            .period($0.value)
        }
    }

    private func row(_ part: Part, _ isOfFence: Bool) -> PeriodRow {
        PeriodRow(device: device, day: part.period, fence: isOfFence ? part.visit.fence : nil)
    }

    private func add(_ part: Part, to row: inout PeriodRow) {
        let (start, end) = (part.visit.start, part.visit.end)
        if part.isFirst {
            row.visits += 1
            row.firstIn = min(row.firstIn ?? .distantFuture, Timestamp(milliseconds: start))
        }
        if part.isLast { row.lastOut = max(row.lastOut ?? .distantPast, Timestamp(milliseconds: end)) }
        row.isOpen = row.isOpen || part.visit.isOpen
        row.inside += end - start
        if row.fence != nil { row.distance += marks.distance(from: start, to: part.last) }
    }

    private struct Key: Hashable, Comparable {
        var day: Int64
        var fence: String?

        static func < (a: Key, b: Key) -> Bool { (a.day, a.fence ?? "") < (b.day, b.fence ?? "") }
    }
}
