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
    /// The stay the device is held to be in, then those that began outside it, outside each other, by their
    /// beginning.
    private(set) var stays: [Stay] = []
    /// When the last usable fix was.
    private(set) var heard: Timestamp?

    /// Most stays that are kept: the present one, the next, and two that stray fixes may have begun.
    static let capacity = 4

    /// Knows of no fix.
    public init() {}

    init(stays: [Stay], heard: Timestamp?) {
        (self.stays, self.heard) = (stays, heard)
    }

    /// The visit that lasts, once it is certain.
    public var current: Visit? {
        stays.first.flatMap { $0.isReported ? $0.visit(hasEnded: false) : nil }
    }

    /// Takes a fix; says which visit has ended by it, and which has become certain.
    ///
    /// - Complexity: O(1); some 200 bytes are kept while the device rests.
    public mutating func add(_ fix: Fix, at time: Timestamp, _ rules: VisitRules) -> [VisitReport] {
        guard fix.accuracy ?? 0 <= rules.maxAccuracy else { return [] }
        if let heard, time <= heard { return [] }
        var reports: [VisitReport] = []
        if let heard, time.millisecondsSince(heard) > Seconds.milliseconds(rules.maxGap) { endAll(&reports) }
        heard = time
        place(fix, at: time, rules)
        while let stay = stays.first, stay.hasEnded(by: time, rules), stays.count > 1 {
            endFirst(rules, &reports)
        }
        if let stay = stays.first, !stay.isReported, stay.isVisit(rules) {
            stays[0].isReported = true
            reports.append(.arrival(stay.visit(hasEnded: false)))
        }
        return reports
    }

    /// When the visit that lasts is over for want of fixes: a millisecond after `VisitRules.maxGap`; nil
    /// where none lasts.
    public func overdue(_ rules: VisitRules) -> Timestamp? {
        guard let heard, stays.first?.isReported == true else { return nil }
        return heard.advanced(byMilliseconds: Seconds.milliseconds(rules.maxGap) + 1)
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
        let place = FramePlace(fix.coordinate)
        let space = place.space
        for index in stays.indices {
            if let offset = stays[index].offset(of: fix, space, rules) {
                stays[index].add(fix, offset, at: time, rules)
                if index + 1 < stays.count { stays.removeSubrange((index + 1)...) }
                return
            }
            stays[index].left = stays[index].left ?? time
        }
        makeRoom(at: time, rules)
        stays.append(Stay(fix, place, at: time, rules))
    }

    /// Drops what has ended among the stays that wait, and then, if there still is no room, the one with the
    /// fewest fixes.
    private mutating func makeRoom(at time: Timestamp, _ rules: VisitRules) {
        guard let first = stays.first else { return }
        stays = [first] + stays.dropFirst().filter { !$0.hasEnded(by: time, rules) }
        guard stays.count >= Self.capacity else { return }
        let candidates = stays.indices.filter { !stays[$0].isReported }
        guard let weakest = candidates.min(by: { stays[$0].fixes < stays[$1].fixes }) else { return }
        stays.remove(at: weakest)
    }

    /// Reports of the first stay that it was left for the next; of one that has become a visit only by the
    /// silence before, both ends at once.
    private mutating func endFirst(_ rules: VisitRules, _ reports: inout [VisitReport]) {
        let stay = stays.removeFirst()
        let visit = stay.visit(leftFor: stays.first)
        guard stay.isReported || stay.fixes >= 3 && visit.duration >= rules.minDuration else { return }
        if !stay.isReported { reports.append(.arrival(stay.visit(hasEnded: false))) }
        reports.append(.departure(visit))
    }

    private mutating func endAll(_ reports: inout [VisitReport]) {
        if let stay = stays.first, stay.isReported { reports.append(.departure(stay.visit(hasEnded: true))) }
        stays.removeAll()
    }
}
