/// A fix that could change nothing: no edge was near enough of a fence that is for the device.
///
/// `Engine.decision(about:from:)` says what it has meant for a fence, for those who ask. Most fixes of a
/// device that stays are such, and hardly anybody asks.
public struct UneventfulFix: Hashable, Sendable {
    /// The device's number.
    public let device: Int
    /// When the device was there.
    public let time: Timestamp
    /// How many decisions `Effects.decisions` had before it.
    public internal(set) var decisionsBefore: Int
    /// Where it was.
    let place: Coordinate
    /// In metres, as the device reported it.
    let accuracy: Double?
    /// The rest of the device that was judged in its place.
    let rest: Anchor?
    /// The version of the fences that it was held against.
    let fences: UInt64
    /// How often the device's assignments had changed.
    let assignments: UInt32

    /// What counts of a rest.
    struct Anchor: Hashable, Sendable {
        let place: Coordinate
        let accuracy, weight: Double
        let since: Timestamp
        let isFirm: Bool

        init(_ rest: Rest, isFirm: Bool) {
            (place, accuracy, weight, since) = (rest.place, rest.accuracy, rest.weight, rest.since)
            self.isFirm = isFirm
        }

        var whole: Rest { Rest(at: place, accuracy: accuracy, since: since, weight: weight) }
    }
}

extension Engine {
    /// What a fix that could change nothing has meant for a fence.
    ///
    /// - Parameters:
    ///   - slot: the fence's slot.
    ///   - fix: one of `Effects.uneventful` of this engine.
    /// - Returns: the decision that `Effects.decisions` would have had; nil where the fence was not looked
    ///   at, as it was too far away, or where it has changed since, or is about to go; of an assigned fence
    ///   also where any assignment of the device has changed since.
    public func decision(about slot: Int32, from fix: UneventfulFix) -> Decision? {
        guard let entry = context.fences[slot], context.fences.version(of: slot) <= fix.fences,
            context.fences.sketches[Int(slot)].isPlain, !context.fences.closing.contains(slot),
            let shape = entry.shape, isMeant(slot, by: fix)
        else { return nil }
        let span = CellSpan(GridBox(shape.box(reach: entry.reach)))
        guard span.isFound(at: fix.place) || fix.rest.map({ span.isFound(at: $0.place) }) ?? false else {
            return nil
        }
        let sketch = context.fences.sketches[Int(slot)]
        let reported = Fix(coordinate: fix.place, accuracy: fix.accuracy)
        guard let question = context.fences.plainQuestion(slot, of: reported, at: GeodesicPoint(fix.place))
        else { return nil }
        let distance = fix.rest.flatMap { sketch.circle?.signedDistance(to: GeodesicPoint($0.place)) }
        let rest = fix.rest.flatMap { rest in distance.map { (rest.whole, $0) } }
        let (answer, measure) = question.ordinaryVerdict(rest, isFirm: fix.rest?.isFirm ?? false)
        let status: Status = question.distance <= 0 ? .inside : .outside
        return Decision(
            device: fix.device,
            fence: slot,
            time: fix.time,
            verdict: .init(answer),
            place: fix.place,
            measure: measure,
            before: status,
            after: status
        )
    }
}

extension Engine {
    /// Whether a fence was for the device of a fix, as far as that is known still.
    private func isMeant(_ slot: Int32, by fix: UneventfulFix) -> Bool {
        guard context.fences.sketches[Int(slot)].isAssigned else { return true }
        return devices[fix.device].assignmentChanges == fix.assignments
            && devices[fix.device].hasAssignment(to: slot)
    }
}

extension EdgeMeasurement {
    /// What a fix means where nothing is out of the ordinary, and the numbers for it: by the place of a rest,
    /// where there is one, that many signed metres from the edge.
    @inline(__always)
    func ordinaryVerdict(
        _ rest: (Rest, distance: Double)?,
        isFirm: Bool
    ) -> (SideVerdict, Decision.Measure) {
        guard rule == .hysteresis, let (rest, distance) = rest else {
            return (FenceSideRule().side(of: self, wasInside: false), .init(self, rule))
        }
        let measure = Decision.Measure(self, rest, distance: distance, isFirm: isFirm)
        return (measure.verdictAtRest(distance), measure)
    }
}
