/// The short way of a fix that changes nothing, as nearly all do.
///
/// It asks what `observe` asks, in the same order and by the same arithmetic, or knows the answers by the
/// device's safe region, and leaves the device as that would. It is short because it writes nothing but its
/// safe region before all answers are there, and handles nothing out of the ordinary: where the device, a
/// fence or an answer is that, it puts back what it has touched, and `observe` takes the fix from its
/// beginning. So it need not be complete, only never wrong: `UneventfulFixTests` holds one way against the
/// other.
extension DeviceState {
    /// Takes an observation if that is an ordinary fix which changes no side of any fence; says whether it
    /// has.
    mutating func passUneventful(
        _ observation: Observation,
        _ context: inout StepContext,
        _ effects: inout Effects
    ) -> Bool {
        guard let fix = observation.fix, isOrdinary(observation, fix, &context) else { return false }
        let (time, restBefore) = (observation.time, rest)
        let step = updateRest(observation, context.stream)
        guard step.step != .withheld,
            staysInSafeRegion(fix, step, at: time, &context, &effects)
                || findsSafeRegion(fix, step, at: time, &context, &effects)
                || keepsAllSides(fix, RestFix(step, rest), at: time, &context, &effects)
        else {
            rest = restBefore
            return false
        }
        if hasUrgentExtras {
            keep(fix, at: time, refusedBy: [])
        } else {
            self.fix = Stamped(time: time, value: fix)
        }
        if effects.keepsTrack || context.scratch.keepsPositions {
            effects.positions.append(.init(device: number, time: time, fix: fix))
        }
        noteLag(observation.arrival.millisecondsSince(time))
        hear(at: time, &context, &effects)
        return true
    }

    /// Whether a timer runs, or may have been set by a clock that was put back.
    var mayHaveTimers: Bool {
        nextTimer != nil || lag < 0 || hasUrgentExtras && (lateUntil != nil || !held.isEmpty)
    }

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
        guard let last = self.fix?.time, last < observation.time, observation.wifi == nil,
            !observation.isManual
        else { return false }
        // Of the device: it has been seen before, and nothing else is to be settled by what it says.
        guard firstFix != nil, !hasUrgentExtras || extras[0].leaveFixesOrdinary, silence == 0,
            nextTimer.map({ $0 > observation.time }) ?? true
        else { return false }
        // Of all fences: none asks for more than the place, and the fix is not too vague for any.
        guard !context.fences.needs.speeds, !context.fences.needs.crossings, context.stream.maxSpeed == nil
        else { return false }
        return fix.accuracy ?? 0 <= context.fences.needs.strictestAccuracy
            && (fix.coordinate.latitude != 0 || fix.coordinate.longitude != 0)
    }

    /// Whether no fence's edge is near the fix, nor near the place of rest that is judged for it: nothing is
    /// measured then.
    private mutating func staysInSafeRegion(
        _ fix: Fix,
        _ step: RestStep,
        at time: Timestamp,
        _ context: inout StepContext,
        _ effects: inout Effects
    ) -> Bool {
        guard !effects.explainsAtOnce, passesInSafeRegion(fix, step, at: time, &context, &effects) else {
            return false
        }
        safeRegion.serve()
        return true
    }

    /// The same of a region that is looked for around the fix: where there is one, it says that no fix in it
    /// changes anything, this one neither.
    private mutating func findsSafeRegion(
        _ fix: Fix,
        _ step: RestStep,
        at time: Timestamp,
        _ context: inout StepContext,
        _ effects: inout Effects
    ) -> Bool {
        guard !effects.explainsAtOnce, safeRegion.isDue() else { return false }
        let place = GeodesicPoint(fix.coordinate)
        safeRegion.set(around: place, within: sides(around: place, &context), context.fences.version)
        return passesInSafeRegion(fix, step, at: time, &context, &effects)
    }

    /// Keeps a fix to be explained where the region holds it, and the place of rest that is judged for it;
    /// says whether that is so.
    private mutating func passesInSafeRegion(
        _ fix: Fix,
        _ step: RestStep,
        at time: Timestamp,
        _ context: inout StepContext,
        _ effects: inout Effects
    ) -> Bool {
        let version = context.fences.version
        guard safeRegion.holds(fix.coordinate, version) else { return false }
        let judged = step.step == .resting ? rest : nil
        if let judged, !safeRegion.holds(judged.place, version) { return false }
        if effects.explains {
            effects.uneventful.append(
                UneventfulFix(
                    device: number,
                    time: time,
                    decisionsBefore: effects.decisions.count,
                    place: fix.coordinate,
                    accuracy: fix.accuracy,
                    rest: judged.map { UneventfulFix.Anchor($0, isFirm: step.isFirm) },
                    fences: version,
                    assignments: assignmentChanges
                )
            )
        }
        return true
    }

    /// Whether each fence finds the device on the side where it is, which is explained.
    private mutating func keepsAllSides(
        _ fix: Fix,
        _ rest: RestFix,
        at time: Timestamp,
        _ context: inout StepContext,
        _ effects: inout Effects
    ) -> Bool {
        let firstDecision = effects.decisions.count
        collectCandidates(fix, rest, &context)
        let place = GeodesicPoint(fix.coordinate)
        let hasAssigned = context.fences.needs.assignments
        for index in context.scratch.candidates.indices {
            let slot = context.scratch.candidates[index]
            if hasAssigned, !isAssigned(to: slot, context.fences) { continue }
            guard let question = context.fences.plainQuestion(slot, of: fix, at: place),
                keepsSide(slot, question, (fix.coordinate, rest), at: time, &context, &effects)
            else {
                effects.decisions.removeLast(effects.decisions.count - firstDecision)
                return false
            }
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
        if let index = activePosition(of: slot) {
            guard pairs[index].isAtEase else { return false }
            (status, isInside) = (pairs[index].status, pairs[index].via.contains(.region))
        }
        var judged: (Rest, Double)?
        if question.rule == .hysteresis, let point = fix.rest.place, let rest = self.rest,
            let distance = context.fences.sketches[Int(slot)].circle?.signedDistance(to: point)
        {
            guard !question.isBeyond(isInside, error: fix.rest.error) else { return false }
            judged = (rest, distance)
        }
        let (answer, measure) = question.ordinaryVerdict(judged, isFirm: fix.rest.isFirm)
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

    /// How far a device may go from a place to each side without a change, `SafeRegion.reach` at most; nil
    /// where not even the fences within `SafeRegion.shortReach` say.
    private mutating func sides(around place: GeodesicPoint, _ context: inout StepContext) -> Sides? {
        sides(around: place, within: SafeRegion.reach, &context)
            ?? sides(around: place, within: SafeRegion.shortReach, &context)
    }

    /// The same by the fences within some metres; nil where the side of one of them doesn't follow from the
    /// place alone, or is not yet what the place says.
    ///
    /// With `lenient` an edge is where the accuracy says. A network, a height, hours or a list of devices
    /// decide beside the place; so does what waits for its hold. Fences that are assigned to others don't
    /// count.
    private mutating func sides(
        around place: GeodesicPoint,
        within reach: Double,
        _ context: inout StepContext
    ) -> Sides? {
        guard let box = GridBox(of: reach, around: place) else { return nil }
        context.scratch.candidates.removeAll(keepingCapacity: true)
        context.fences.places.candidates(overlappingNear: box, into: &context.scratch.candidates)
        guard context.scratch.candidates.count <= SafeRegion.mostFences else { return nil }
        var (sides, insideCount) = (Sides(each: reach), 0)
        let hasAssigned = context.fences.needs.assignments
        for slot in context.scratch.candidates {
            let sketch = context.fences.sketches[Int(slot)]
            if hasAssigned, sketch.isAssigned, !hasAssignment(to: slot) { continue }
            guard let circle = sketch.circle,
                context.fences.edgeRules[sketch.edgeRuleNumber].accuracyRule != .lenient
            else {
                return nil
            }
            let distance = circle.signedDistance(to: place)
            let index = activePosition(of: slot)
            guard index.map({ pairs[$0].isPlainly(inside: distance <= 0) }) ?? (distance > 0) else {
                return nil
            }
            if distance <= 0 { insideCount += 1 }
            sides.stayOnOneSide(of: circle, from: place, distance: distance)
        }
        // Every record that each fix has to look at is one of those.
        return insideCount == active.count ? sides : nil
    }
}

extension FenceMembership {
    /// Whether it is known, and nothing waits to become of it.
    fileprivate var isAtEase: Bool { status != .unknown && pendingSince == nil && !awaitsSecondFix }

    /// Whether it is inside, or outside, by its place, and nothing waits to become of it.
    fileprivate func isPlainly(inside: Bool) -> Bool {
        isAtEase && via.contains(.region) == inside && status == (inside ? .inside : .outside)
    }
}

extension Effects {
    /// Whether each decision is to be explained as it is made.
    fileprivate var explainsAtOnce: Bool { explains && !defersExplanations }
}
