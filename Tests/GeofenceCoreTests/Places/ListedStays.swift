@testable import GeofenceCore

/// The oracle of `VisitDetector`: all stays in one list, in which they come, go and are evicted.
///
/// What one stay does with a fix is the same `Stay` in both.
struct ListedStays {
    private(set) var stays: [Stay] = []
    private var heard: Timestamp?

    mutating func add(_ fix: Fix, at time: Timestamp, _ rules: VisitRules) -> [VisitReport] {
        guard fix.accuracy ?? 0 <= rules.maxAccuracy, heard.map({ time > $0 }) ?? true else { return [] }
        var reports: [VisitReport] = []
        if let heard, time.millisecondsSince(heard) > Seconds.milliseconds(rules.maxGap) {
            if let first = stays.first, first.isReported {
                reports.append(.departure(first.visit(hasEnded: true)))
            }
            stays = []
        }
        heard = time
        place(fix, at: time, rules)
        while stays.count > 1, stays[0].hasEnded(by: time, rules) {
            let first = stays.removeFirst()
            let visit = first.visit(leftFor: stays[0])
            let isVisit = first.fixes >= 3 && visit.duration >= rules.minDuration
            if !first.isReported, isVisit { reports.append(.arrival(first.visit(hasEnded: false))) }
            if first.isReported || isVisit { reports.append(.departure(visit)) }
        }
        if !stays[0].isReported, stays[0].isVisit(rules) {
            stays[0].isReported = true
            reports.append(.arrival(stays[0].visit(hasEnded: false)))
        }
        return reports
    }

    private mutating func place(_ fix: Fix, at time: Timestamp, _ rules: VisitRules) {
        for index in stays.indices {
            if let offset = stays[index].offset(of: fix, at: stays[0].space(of: fix.coordinate), rules) {
                stays[index].add(fix, offset, at: time, rules)
                stays.removeLast(stays.count - index - 1)
                return
            }
            stays[index].wasOutside(at: time)
        }
        if let first = stays.first {
            stays = [first] + stays.dropFirst().filter { !$0.hasEnded(by: time, rules) }
        }
        if stays.count >= VisitDetector.capacity,
            let weakest = stays.indices.filter({ !stays[$0].isReported })
                .min(by: { stays[$0].fixes < stays[$1].fixes })
        {
            stays.remove(at: weakest)
        }
        stays.append(Stay(fix, at: time, rules))
    }
}
