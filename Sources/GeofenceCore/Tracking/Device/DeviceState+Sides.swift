extension DeviceState {
    /// Finds the side of every fence's edge that a fix may change.
    ///
    /// Looks at the fences whose box the index finds at the point, and at those the device is in or pending
    /// for, at no others.
    mutating func judge(
        _ fix: Fix,
        _ rest: RestFix,
        at time: Timestamp,
        _ context: inout StepContext,
        _ effects: inout Effects
    ) {
        if let own = context.sideRule {
            judge(fix, rest, by: own, at: time, &context, &effects)
        } else {
            judge(fix, rest, by: FenceSideRule(), at: time, &context, &effects)
        }
    }

    private mutating func judge(
        _ fix: Fix,
        _ rest: RestFix,
        by rule: some SideRule,
        at time: Timestamp,
        _ context: inout StepContext,
        _ effects: inout Effects
    ) {
        collectCandidates(fix, rest, &context)
        let place = GeodesicPoint(fix.coordinate)
        var candidates: [Int32] = []
        swap(&candidates, &context.scratch.candidates)
        let (hasAssigned, hasUnmonitored) = (context.fences.needs.assignments, !unmonitored.isEmpty)
        for slot in candidates {
            if hasAssigned, !isAssigned(to: slot, context.fences) { continue }
            if hasUnmonitored, !isMonitored(slot) { continue }
            guard let question = context.fences.question(slot, of: fix, at: place, by: id) else { continue }
            judge(question, slot, by: rule, at: time, (fix.coordinate, rest), &context, &effects)
        }
        swap(&candidates, &context.scratch.candidates)
        settleEvidence(rest)
    }

    /// Judges the fences that have used nothing newer than a fix which is late for the device; says whether
    /// any has used it.
    mutating func judgeLate(
        _ fix: Fix,
        at time: Timestamp,
        _ context: inout StepContext,
        _ effects: inout Effects
    ) -> Bool {
        let place = GeodesicPoint(fix.coordinate)
        var users: [Int32] = []
        for entry in earlier.entries {
            guard let question = question(entry, of: fix, at: place, time, context.fences) else { continue }
            judge(question, entry.fence, at: time, &context, &effects)
            if !question.isRefused { users.append(entry.fence) }
        }
        if !users.isEmpty { earlier.set(users, to: Stamped(time: time, value: fix)) }
        return !users.isEmpty
    }

    /// What a late fix asks of a fence; nil where that has used it, or something newer.
    ///
    /// Of those that came with one stamp a fence keeps only the last: another with that stamp may be one that
    /// is sent again.
    func question(
        _ entry: EarlierFixes.Entry,
        of fix: Fix,
        at place: GeodesicPoint,
        _ time: Timestamp,
        _ fences: borrowing FenceTable
    ) -> EdgeMeasurement? {
        if let last = earlier.fix(entry), last.time >= time { return nil }
        return fences.question(entry.fence, of: fix, at: place, by: id)
    }

    /// Judges one fence.
    mutating func judge(
        _ question: EdgeMeasurement,
        _ slot: Int32,
        at time: Timestamp,
        _ context: inout StepContext,
        _ effects: inout Effects
    ) {
        if let own = context.sideRule {
            judge(question, slot, by: own, at: time, &context, &effects)
        } else {
            judge(question, slot, by: FenceSideRule(), at: time, &context, &effects)
        }
    }

    /// Judges one fence by a rule.
    mutating func judge(
        _ question: EdgeMeasurement,
        _ slot: Int32,
        by rule: some SideRule,
        at time: Timestamp,
        _ context: inout StepContext,
        _ effects: inout Effects
    ) {
        let answer = answer(question, slot, by: rule)
        if effects.explains { explain(answer, question, slot, by: rule, at: time, &context, &effects) }
        if question.isRefused {
            context.scratch.refuse(slot)
            doubt(slot, &context)
        } else if answer != .insideUnconfirmed || !question.isRepeat {
            apply(answer, slot, &context)
        }
    }

    /// Keeps that nothing is known yet of a fence, although a fix decides others.
    private mutating func doubt(_ slot: Int32, _ context: inout StepContext) {
        guard fix == nil, pair(slot) == nil, let entry = context.fences[slot] else { return }
        addPair(slot, entry, .unknown)
        setActive(slot, true)
    }

    /// The first fix that a fence uses is judged by its point alone, later ones by the rule; at another
    /// height none is inside.
    private mutating func answer<Rule: SideRule>(_ question: EdgeMeasurement, _ slot: Int32, by rule: Rule)
        -> SideVerdict
    {
        if question.isRefused { return .same }
        if question.isAtOtherHeight { return .outside }
        if isFirst(question, slot) { return question.distance <= 0 ? .inside : .outside }
        if question.accuracy > question.accuracyLimit { return .outside }
        // The built-in rules don't ask on which side the device was: nothing is looked up for them.
        let wasInside = Rule.self == FenceSideRule.self ? false : isInRegion(slot)
        return rule.side(of: question, wasInside: wasInside)
    }

    /// Whether nothing has been judged by a fence: it has used no fix, or has just come with the device that
    /// it follows.
    private mutating func isFirst(_ question: EdgeMeasurement, _ slot: Int32) -> Bool {
        !hasUsedFix(slot) || question.isOnTheMove && pair(slot)?.status == .unknown
    }

    mutating func apply(
        _ answer: SideVerdict,
        _ slot: Int32,
        _ context: inout StepContext
    ) {
        var (index, isKept) = position(of: slot)
        let mayChange = answer == .inside || answer == .insideUnconfirmed
        guard isKept || mayChange else { return }
        if !isKept {
            guard let entry = context.fences[slot] else { return }
            addPair(slot, entry, impliedStatus(entry))
            index = position(of: slot).index
        }
        context.scratch.touch(pairs[index])
        switch answer {
        case .inside:
            pairs[index].via.insert(.region)
            pairs[index].awaitsSecondFix = false
        case .insideUnconfirmed where pairs[index].via.contains(.region): break
        case .insideUnconfirmed:
            if pairs[index].awaitsSecondFix { pairs[index].via.insert(.region) }
            pairs[index].awaitsSecondFix.toggle()
        case .outside:
            pairs[index].via.remove(.region)
            pairs[index].awaitsSecondFix = false
        case .same:
            pairs[index].awaitsSecondFix = false
        }
    }

    /// The fences whose box the index finds at the point (for a vague fix: all that it may touch) and the
    /// active ones, each once.
    mutating func collectCandidates(
        _ fix: Fix,
        _ rest: RestFix,
        _ context: inout StepContext
    ) {
        context.scratch.candidates.removeAll(keepingCapacity: true)
        let accuracy = fix.accuracy ?? 0
        if accuracy > context.fences.needs.strictestAccuracy {
            let reach = accuracy + context.fences.needs.largestMargin
            context.fences.places.candidates(
                within: reach,
                of: fix.coordinate,
                into: &context.scratch.candidates
            )
            context.scratch.candidates.sort()
        } else {
            context.fences.places.candidates(at: fix.coordinate, into: &context.scratch.candidates)
        }
        context.scratch.addCandidates(active)
        if rest.place != nil, let place = self.rest?.place {
            context.fences.places.candidates(at: place, into: &context.scratch.restCandidates)
            context.scratch.addRestCandidates()
        }
        if !evidence.isEmpty {
            context.scratch.addCandidates(evidence.compactMap { $0.own == nil ? nil : $0.fence })
        }
    }

    private mutating func explain(
        _ answer: SideVerdict,
        _ question: EdgeMeasurement,
        _ slot: Int32,
        by rule: some SideRule,
        at time: Timestamp,
        _ context: inout StepContext,
        _ effects: inout Effects
    ) {
        let verdict: Decision.Verdict =
            question.isRefused ? .refused : question.isAtOtherHeight ? .otherHeight : .init(answer)
        let named = isFirst(question, slot) || !(rule is FenceSideRule) ? nil : question.rule
        explain(verdict, measuring: .init(question, named), slot, at: time, &context, &effects)
    }
}

extension Decision.Verdict {
    init(_ answer: SideVerdict) {
        self =
            switch answer {
            case .inside: .inside
            case .insideUnconfirmed: .insideUnconfirmed
            case .outside: .outside
            case .same: .undecided
            }
    }
}

extension Decision.Measure {
    /// The numbers with the distances at which the rule decides.
    init(_ question: EdgeMeasurement, _ rule: AccuracyRule?) {
        let (a, margin) = (question.accuracy, question.margin)
        let edges: (inside: Double, outside: Double) =
            switch rule {
            case nil: (0, 0)
            case .hysteresis: (0, a + margin)
            case .ignore: (0, margin)
            case .lenient: (a, a + margin)
            case .strict: (-a, a + margin)
            }
        self.init(
            distance: question.distance,
            accuracy: a,
            isAccuracyTold: question.isAccuracyTold,
            rule: rule,
            insideUpTo: edges.inside,
            outsideBeyond: edges.outside,
            scale: question.scale
        )
    }
}
