/// Finds the visits in the fixes of one device.
///
/// A stay begins with any fix and takes in those near its middle. Fixes outside begin stays of their own,
/// which wait: a return to the first discards them, and when two fixes in a row have spanned
/// `VisitRules.leaveAfter` outside, the first has ended and the next takes its place. So one stray fix
/// neither ends nor splits a stay, whether it is a visit already or not. At most `capacity` stays are kept. A
/// silence before the first fix outside belongs to a stay of three fixes, less the time that a walk to the
/// next place takes, where that leaves half an hour or more.
///
/// A fix that is not later than the last one, or is vaguer than `VisitRules.maxAccuracy`, is ignored.
public struct VisitDetector: Hashable, Sendable {
    /// The stay the device is held to be in.
    ///
    /// It isn't in the list: each fix looks at it, and a list lies elsewhere in memory.
    private var present: Stay?
    /// Those that began outside it, outside each other, by their beginning.
    private var waiting: [Stay] = []
    /// When the last usable fix was.
    private(set) var heard: Timestamp?

    /// Most stays that are kept: the present one, the next, and two that stray fixes may have begun.
    static let capacity = 4

    /// Knows of no fix.
    public init() {}

    init(stays: [Stay], heard: Timestamp?) {
        (present, waiting, self.heard) = (stays.first, Array(stays.dropFirst()), heard)
    }

    /// The present one and those that wait.
    var stays: [Stay] { present.map { [$0] + waiting } ?? [] }

    /// The visit that lasts, once it is certain.
    public var current: Visit? {
        present?.isReported == true ? present?.visit(hasEnded: false) : nil
    }

    /// Takes a fix; says which visit has ended by it, and which has become certain.
    ///
    /// - Complexity: O(1); some 200 bytes are kept while the device rests.
    public mutating func add(_ fix: Fix, at time: Timestamp, _ rules: VisitRules) -> [VisitReport] {
        guard fix.accuracy ?? 0 <= rules.maxAccuracy else { return [] }
        if let heard, time <= heard { return [] }
        var reports: [VisitReport] = []
        if let heard, time.millisecondsSince(heard) > rules.longestGap { endAll(&reports) }
        heard = time
        place(fix, at: time, rules)
        while !waiting.isEmpty, present?.hasEnded(by: time, rules) == true { endPresent(rules, &reports) }
        if present?.isReported == false, present?.isVisit(rules) == true {
            present?.isReported = true
            if let present { reports.append(.arrival(present.visit(hasEnded: false))) }
        }
        return reports
    }

    /// Takes a fix that lies in the present stay and begins no visit, as most do: there is nothing to report.
    ///
    /// Says whether it did. If not, nothing has changed, and the fix is for `add`.
    mutating func extend(with fix: Fix, at time: Timestamp, _ rules: VisitRules) -> Bool {
        guard fix.accuracy ?? 0 <= rules.maxAccuracy, let heard, time > heard,
            time.millisecondsSince(heard) <= rules.longestGap,
            present?.extend(with: fix, at: time, rules) == true
        else { return false }
        self.heard = time
        if !waiting.isEmpty { waiting.removeAll() }
        return true
    }

    /// When the visit that lasts is over for want of fixes: a millisecond after `VisitRules.maxGap`; nil
    /// where none lasts.
    ///
    /// It is inlined, as it is asked with each fix and would be handed a copy of the detector.
    @inline(__always)
    public func overdue(_ rules: VisitRules) -> Timestamp? {
        guard let heard, present?.isReported == true else { return nil }
        return heard.advanced(byMilliseconds: rules.longestGap + 1)
    }

    /// Ends the visit that lasts, as a silence would: nothing more will come of the device.
    public mutating func finish() -> [VisitReport] {
        var reports: [VisitReport] = []
        endAll(&reports)
        return reports
    }

    /// Puts a fix into the first stay that it belongs to, which those begun later do not outlive; or begins
    /// one with it.
    private mutating func place(_ fix: Fix, at time: Timestamp, _ rules: VisitRules) {
        guard let place = present?.space(of: fix.coordinate) else {
            present = Stay(fix, at: time, rules)
            return
        }
        if let offset = present?.offset(of: fix, at: place, rules) {
            present?.add(fix, offset, at: time, rules)
            if !waiting.isEmpty { waiting.removeAll() }
            return
        }
        present?.wasOutside(at: time)
        for index in waiting.indices {
            if let offset = waiting[index].offset(of: fix, at: place, rules) {
                waiting[index].add(fix, offset, at: time, rules)
                waiting.removeSubrange((index + 1)...)
                return
            }
            waiting[index].wasOutside(at: time)
        }
        makeRoom(at: time, rules)
        waiting.append(Stay(fix, at: time, rules))
    }

    /// Drops what has ended among the stays that wait, and then, if there still is no room, the one with the
    /// fewest fixes.
    private mutating func makeRoom(at time: Timestamp, _ rules: VisitRules) {
        waiting.removeAll { $0.hasEnded(by: time, rules) }
        guard waiting.count + 1 >= Self.capacity else { return }
        var rest = stays
        let candidates = rest.indices.filter { !rest[$0].isReported }
        guard let weakest = candidates.min(by: { rest[$0].fixes < rest[$1].fixes }) else { return }
        rest.remove(at: weakest)
        self = VisitDetector(stays: rest, heard: heard)
    }

    /// Reports of the present stay that it was left for the next; of one that has become a visit only by the
    /// silence before, both ends at once.
    ///
    /// At least one stay must wait.
    private mutating func endPresent(_ rules: VisitRules, _ reports: inout [VisitReport]) {
        guard let stay = present else { return }
        let next = waiting.removeFirst()
        present = next
        let visit = stay.visit(leftFor: next)
        guard stay.isReported || stay.fixes >= 3 && visit.duration >= rules.minDuration else { return }
        if !stay.isReported { reports.append(.arrival(stay.visit(hasEnded: false))) }
        reports.append(.departure(visit))
    }

    private mutating func endAll(_ reports: inout [VisitReport]) {
        if let present, present.isReported { reports.append(.departure(present.visit(hasEnded: true))) }
        (present, waiting) = (nil, [])
    }
}
