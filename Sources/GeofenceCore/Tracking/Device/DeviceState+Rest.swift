/// A fix as the rules for a device at rest take it.
struct RestFix {
    /// Its accuracy in metres, or what stands in for one that is unknown, 5 m or more.
    let error: Double
    /// What it is to the device's rest; nil where it says nothing of any.
    let step: Rest.Step?
    /// The place of rest, prepared, where that is judged.
    let place: GeodesicPoint?
    /// Whether the rest is held on to.
    let isFirm: Bool
    /// Whether it is too vague to be evidence against a rest.
    let isVague: Bool

    init(_ step: RestStep, _ rest: Rest?) {
        (error, self.step, isFirm, isVague) = (step.error, step.step, step.isFirm, step.isVague)
        place = step.step == .resting ? rest.map { GeodesicPoint($0.place) } : nil
    }
}

/// What a fix is to the rest of a device.
struct RestStep {
    /// Its accuracy in metres, or what stands in for one that is unknown, 5 m or more.
    let error: Double
    /// What it is to the device's rest; nil where it says nothing of any.
    let step: Rest.Step?
    /// Whether the rest is held on to.
    var isFirm = false
    /// Whether it is too vague to be evidence against a rest.
    var isVague = false

    /// A fix that is judged by itself, as all are.
    static let alone = RestStep(error: 0, step: nil)
}

extension DeviceState {
    /// Whether the device rested at its last fix.
    var isResting: Bool { fix.map { last in rest?.isResting(at: last.time) ?? false } ?? false }

    /// Takes a fix into the device's rest, and into those that fences have of their own.
    mutating func updateRest(_ observation: Observation, _ stream: StreamRules) -> RestStep {
        let rule = observation.rest ?? stream.rest
        guard let fix = observation.fix, rule != .off, !observation.isManual else {
            if observation.fix != nil { forgetRest() }
            return .alone
        }
        let isStanding = noteSpeed(of: fix)
        let accuracy = fix.accuracy ?? stream.unknownAccuracy
        guard accuracy <= Rest.greatestError else {
            return rule.isFirm ? vagueStep(fix.coordinate, error: accuracy) : .alone
        }
        let (error, time) = (max(accuracy, Rest.leastError), observation.time)
        guard rest != nil, let last = self.fix?.time else {
            rest = Rest(at: fix.coordinate, accuracy: error, since: time)
            if !evidence.isEmpty { evidence.removeAll() }
            return RestStep(error: error, step: .moving)
        }
        let input = Rest.Input(
            place: fix.coordinate,
            error: error,
            time: time,
            last: last,
            rule: rule,
            isStanding: isStanding
        )
        let step = rest?.add(input) ?? .moving
        if !evidence.isEmpty {
            for index in evidence.indices {
                evidence[index].goesOn = false
                evidence[index].step = evidence[index].own?.add(input) ?? step
                if evidence[index].own == rest { evidence[index].own = nil }
            }
        }
        return RestStep(error: error, step: step, isFirm: rule.isFirm)
    }

    /// Whether the device says by a fix that it stands.
    ///
    /// Some say 0 where they know no speed. So one counts that has said before that it goes.
    private mutating func noteSpeed(of fix: Fix) -> Bool {
        guard let speed = fix.speed else { return false }
        if speed >= Rest.leastGoing { reportsSpeed = true }
        return reportsSpeed && speed < Rest.greatestStanding
    }

    /// A fix that feeds no rest: where it may be off by the way to the place of a firm one, that is judged.
    private mutating func vagueStep(_ fix: Coordinate, error: Double) -> RestStep {
        guard let last = self.fix?.time, let rest else { return .alone }
        func step(_ rest: Rest) -> Rest.Step {
            rest.isResting(at: last) && rest.holds(fix, error: error) ? .resting : .moving
        }
        for index in evidence.indices { evidence[index].step = step(evidence[index].own ?? rest) }
        return RestStep(error: error, step: step(rest), isFirm: true, isVague: true)
    }

    /// Ends the runs of evidence that a fix did not go on with.
    mutating func settleEvidence(_ fix: RestFix) {
        guard fix.step != nil, !fix.isVague, !evidence.isEmpty else { return }
        for index in evidence.indices where !evidence[index].goesOn && evidence[index].step != .withheld {
            evidence[index].endRuns()
        }
        evidence.removeAll { $0.own == nil && $0.near.count == 0 }
    }

    /// The fence is another than the one of which there was evidence; where the device is by that still
    /// counts.
    mutating func endEvidence(of slot: Int32) {
        guard let index = evidence.firstIndex(where: { $0.fence == slot }) else { return }
        evidence[index].endRuns()
        if evidence[index].own == nil { evidence.remove(at: index) }
    }

    /// On which side of a fence's edge the device rests; nil where its last fix is judged by itself.
    func sideAtRest(_ question: EdgeMeasurement, _ slot: Int32, _ entry: FenceEntry) -> Status? {
        guard question.rule == .hysteresis, !question.isOnTheMove, !question.isAtOtherHeight,
            !question.isAccuracyTold || question.accuracy <= Rest.greatestError, let last = fix?.time,
            let rest = evidence.first(where: { $0.fence == slot })?.own ?? rest, rest.isResting(at: last),
            let distance = entry.shape?.signedDistance(to: GeodesicPoint(rest.place))
        else { return nil }
        return distance <= 0 ? .inside : .outside
    }

    mutating func forgetEvidence(of slot: Int32) {
        if !evidence.isEmpty { evidence.removeAll { $0.fence == slot } }
    }

    private mutating func forgetRest() {
        rest = nil
        if !evidence.isEmpty { evidence.removeAll() }
    }

    /// Judges one fence by a fix that may be at rest.
    mutating func judge(
        _ question: EdgeMeasurement,
        _ slot: Int32,
        by rule: some SideRule,
        at time: Timestamp,
        _ fix: (place: Coordinate, rest: RestFix),
        _ context: inout StepContext,
        _ effects: inout Effects
    ) {
        let known = evidence.isEmpty ? nil : evidence.firstIndex { $0.fence == slot }
        let own = known.flatMap { evidence[$0].own }
        let step = own == nil || fix.rest.step == nil ? fix.rest.step : known.map { evidence[$0].step }
        guard question.rule == .hysteresis, !question.isOnTheMove, let step, step != .moving else {
            return judge(question, slot, by: rule, at: time, &context, &effects)
        }
        if step == .withheld, !question.isRefused { return withhold(slot, at: time, &context, &effects) }
        if question.isRefused, let known { evidence[known].goesOn = true }
        guard let rest = own ?? self.rest, !question.isRefused, !question.isAtOtherHeight,
            hasUsedFix(slot), let point = own.map({ GeodesicPoint($0.place) }) ?? fix.rest.place,
            let distance = context.fences.distance(slot, to: point)
        else { return judge(question, slot, by: rule, at: time, &context, &effects) }
        let isInside = isInRegion(slot)
        let measure = Decision.Measure(question, rest, distance: distance, isFirm: fix.rest.isFirm)
        var answer = measure.verdictAtRest(distance)
        if (isInside ? answer == .outside : answer == .inside) {
            if let known { evidence[known].endRuns() }
        } else if isSteady(question, slot, isInside, at: time, fix, rest) {
            answer = isInside ? .outside : .inside
            beginRest(Rest(at: fix.place, accuracy: fix.rest.error, since: time), for: slot)
        }
        if effects.explains {
            explain(.init(answer), measuring: measure, slot, at: time, &context, &effects)
        }
        apply(answer, slot, &context)
    }

    /// Judges nothing by a fix; where that would be the first that a fence uses, the next one is.
    private mutating func withhold(
        _ slot: Int32,
        at time: Timestamp,
        _ context: inout StepContext,
        _ effects: inout Effects
    ) {
        if !hasUsedFix(slot) { context.scratch.passOver(slot) }
        explain(.withheld, slot, at: time, &context, &effects)
    }

    /// Whether fixes have been on the other side for long enough, this one the last of them.
    private mutating func isSteady(
        _ question: EdgeMeasurement,
        _ slot: Int32,
        _ isInside: Bool,
        at time: Timestamp,
        _ fix: (place: Coordinate, rest: RestFix),
        _ rest: Rest
    ) -> Bool {
        let error = fix.rest.error
        func isContrary(_ times: Double, off: Double) -> Bool {
            question.isBeyond(isInside, error: times * error)
                && (!fix.rest.isFirm || rest.isOff(fix.place, error: error, times: off))
        }
        guard !fix.rest.isVague, isContrary(1, off: 2) else { return false }
        let isClear = isContrary(1.5, off: 2.5)
        let index = evidence.firstIndex { $0.fence == slot } ?? evidence.count
        if index == evidence.count { evidence.append(RestEvidence(fence: slot)) }
        return evidence[index].add(time, isClear: isClear)
    }

    private mutating func beginRest(_ rest: Rest, for slot: Int32) {
        guard let index = evidence.firstIndex(where: { $0.fence == slot }) else { return }
        evidence[index].own = rest
        evidence[index].endRuns()
    }
}

extension EdgeMeasurement {
    /// Whether a fix is on the other side than the device by more than an error in metres.
    func isBeyond(_ isInside: Bool, error: Double) -> Bool {
        isInside ? distance - margin > error : -distance >= error
    }
}

extension Decision.Measure {
    /// The numbers of a fix at rest.
    init(_ question: EdgeMeasurement, _ rest: Rest, distance: Double, isFirm: Bool) {
        self.init(
            distance: question.distance,
            accuracy: question.accuracy,
            isAccuracyTold: question.isAccuracyTold,
            rule: question.rule,
            insideUpTo: rest.insideUpTo(isFirm: isFirm, scale: question.scale),
            outsideBeyond: rest.outsideBeyond(isFirm: isFirm) + question.margin,
            scale: question.scale,
            rest: .init(since: rest.since, place: rest.place, accuracy: rest.accuracy, distance: distance)
        )
    }

    /// What the place of rest says, so many signed metres from the edge.
    func verdictAtRest(_ distance: Double) -> SideVerdict {
        distance <= insideUpTo ? .inside : distance > outsideBeyond ? .outside : .same
    }
}
