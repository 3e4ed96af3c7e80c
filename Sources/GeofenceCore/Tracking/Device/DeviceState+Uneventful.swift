/// The short way of a fix that changes nothing, as nearly all do.
///
/// It asks what `observe` asks, in the same order and by the same arithmetic, and leaves the device as that
/// would. It is short because it writes nothing before all answers are there, and handles nothing out of the
/// ordinary: where the device, a fence or an answer is that, it puts back what it has touched, and `observe`
/// takes the fix from its beginning. So it need not be complete, only never wrong: `UneventfulFixTests` holds
/// one way against the other.
extension DeviceState {
    /// Takes an observation if that is an ordinary fix which changes no side of any fence; says whether it
    /// has.
    mutating func passUneventful(
        _ observation: Observation,
        _ context: inout StepContext,
        _ effects: inout Effects
    ) -> Bool {
        guard let fix = observation.fix, isOrdinary(observation, fix, &context) else { return false }
        let (time, restBefore, firstDecision) = (observation.time, rest, effects.decisions.count)
        let rest = updateRest(observation, context.stream)
        guard rest.step != .withheld, keepsAllSides(fix, rest, at: time, &context, &effects) else {
            self.rest = restBefore
            effects.decisions.removeLast(effects.decisions.count - firstDecision)
            return false
        }
        keep(fix, at: time, refusedBy: [])
        if effects.keepsTrack || context.scratch.keepsPositions {
            effects.positions.append(.init(device: number, time: time, fix: fix))
        }
        noteLag(observation.arrival.millisecondsSince(time))
        hear(at: time, &context, &effects)
        return true
    }

    /// Whether a timer runs, or may have been set by a clock that was put back.
    var mayHaveTimers: Bool { nextTimer != nil || lateUntil != nil || !held.isEmpty || lag < 0 }

    /// Whether nothing but the sides of fences may depend on a fix, and each fence uses it.
    ///
    /// It changes nothing, and takes all that is large to be changed: it would be copied for the call
    /// otherwise.
    private mutating func isOrdinary(
        _ observation: Observation,
        _ fix: Fix,
        _ context: inout StepContext
    ) -> Bool {
        // Of the message: new, and of the device itself.
        guard let last = fixOrder.last, last < observation.time, observation.wifi == nil,
            !observation.isManual
        else { return false }
        // Of the device: it has been seen before, and nothing else is to be settled by what it says.
        guard self.fix != nil, firstFix != nil, suspect == nil, earlier.isEmpty, evidence.isEmpty,
            unmonitored.isEmpty, silence == 0, nextTimer.map({ $0 > observation.time }) ?? true
        else { return false }
        // Of all fences: none asks for more than the place, and the fix is not too vague for any.
        guard !context.fences.needs.speeds, !context.fences.needs.crossings,
            !context.fences.needs.assignments, context.stream.maxSpeed == nil
        else { return false }
        return fix.accuracy ?? 0 <= context.fences.needs.strictestAccuracy
            && (fix.coordinate.latitude != 0 || fix.coordinate.longitude != 0)
    }

    /// Whether each fence finds the device on the side where it is, which is explained.
    private mutating func keepsAllSides(
        _ fix: Fix,
        _ rest: RestFix,
        at time: Timestamp,
        _ context: inout StepContext,
        _ effects: inout Effects
    ) -> Bool {
        collectCandidates(fix, rest, &context)
        let place = GeodesicPoint(fix.coordinate)
        for index in context.scratch.candidates.indices {
            let slot = context.scratch.candidates[index]
            guard let question = context.fences.sketches[Int(slot)].question(of: fix, at: place),
                keepsSide(slot, question, (fix.coordinate, rest), at: time, &context, &effects)
            else { return false }
        }
        return true
    }

    private mutating func keepsSide(
        _ slot: Int32,
        _ question: EdgeMeasurement,
        _ fix: (place: Coordinate, rest: RestFix),
        at time: Timestamp,
        _ context: inout StepContext,
        _ effects: inout Effects
    ) -> Bool {
        var (status, isInside) = (Status.outside, false)
        let (index, isKept) = position(of: slot)
        if isKept {
            guard pairs[index].isAtEase else { return false }
            (status, isInside) = (pairs[index].status, pairs[index].via.contains(.region))
        }
        let answer: SideVerdict
        let measure: Decision.Measure
        if question.rule == .hysteresis, let point = fix.rest.place, let rest = self.rest,
            let distance = context.fences.sketches[Int(slot)].circle?.signedDistance(to: point)
        {
            guard !question.isBeyond(isInside, error: fix.rest.error) else { return false }
            measure = Decision.Measure(question, rest, distance: distance)
            answer = distance <= 0 ? .inside : distance > measure.outsideBeyond ? .outside : .same
        } else {
            measure = Decision.Measure(question, question.rule)
            answer = FenceSideRule().side(of: question, wasInside: isInside)
        }
        guard answer == .same || answer == (isInside ? .inside : .outside) else { return false }
        if effects.explains {
            effects.decisions.append(
                Decision(
                    device: number,
                    fence: slot,
                    time: time,
                    verdict: .init(answer),
                    place: fix.place,
                    measure: measure,
                    before: status,
                    after: status
                )
            )
        }
        return true
    }
}

extension FenceMembership {
    /// Whether it is known, and nothing waits to become of it.
    fileprivate var isAtEase: Bool { status != .unknown && pendingSince == nil && !awaitsSecondFix }
}
