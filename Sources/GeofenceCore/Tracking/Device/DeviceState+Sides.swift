extension DeviceState {
    /// Finds what a fix changes, and of what use it is.
    mutating func take(
        _ fix: Fix,
        at time: Timestamp,
        _ fences: FenceTable,
        _ scratch: inout Scratch,
        _ effects: inout Effects
    ) -> FixUse {
        judge(fix, at: time, fences, &scratch, &effects)
        if scratch.refusals == 0 { return .position }
        let provesOutside = firstFix == nil && scratch.refusals < placeCount(fences)
        return provesOutside || scratch.hasLearned ? .news : .nothing
    }

    /// How many fences with a place are for this device.
    private func placeCount(_ fences: FenceTable) -> Int {
        guard fences.needs.filters else { return fences.placeCount }
        return fences.all.count { $0.entry.shape != nil && isAdmitted(to: $0.slot, $0.entry) }
    }

    /// Finds the side of every fence's edge that a fix may change.
    ///
    /// Looks at the fences whose box holds the point and at those the device is in or pending for, at no others.
    private mutating func judge(
        _ fix: Fix,
        at time: Timestamp,
        _ fences: FenceTable,
        _ scratch: inout Scratch,
        _ effects: inout Effects
    ) {
        collectCandidates(fix, fences, &scratch)
        let place = GeodesicPoint(fix.coordinate)
        scratch.refusals = 0
        scratch.hasLearned = false
        var candidates: [Int32] = []
        swap(&candidates, &scratch.candidates)
        for slot in candidates {
            if fences.needs.assignments, !isAssigned(to: slot, fences) { continue }
            guard let question = fences.question(slot, of: fix, at: place, by: id) else { continue }
            judge(question, slot, at: time, fences, &scratch, &effects)
        }
        swap(&candidates, &scratch.candidates)
    }

    /// Judges one fence.
    mutating func judge(
        _ question: EdgeMeasurement,
        _ slot: Int32,
        at time: Timestamp,
        _ fences: FenceTable,
        _ scratch: inout Scratch,
        _ effects: inout Effects
    ) {
        let answer = answer(question, slot)
        if effects.explains { explain(answer, question, slot, at: time, fences, &effects) }
        if question.isRefused {
            scratch.refusals += 1
            doubt(slot, fences)
        } else if answer != .insideUnconfirmed || !question.isRepeat {
            apply(answer, slot, fences, &scratch)
        }
    }

    /// Keeps that nothing is known yet of a fence, although a fix tells of others.
    private mutating func doubt(_ slot: Int32, _ fences: FenceTable) {
        guard firstFix == nil, pair(slot) == nil, let entry = fences[slot] else { return }
        addPair(slot, entry, .unknown)
        setActive(slot, true)
    }

    /// The first accepted fix is judged by its point alone, later ones by the fence's rule; at another height none is inside.
    private func answer(_ question: EdgeMeasurement, _ slot: Int32) -> SideVerdict {
        if question.isRefused { return .same }
        if question.isAtOtherHeight { return .outside }
        if isFirst(question, slot) { return question.distance <= 0 ? .inside : .outside }
        if question.accuracy > question.accuracyLimit { return .outside }
        return question.rule.answer(question)
    }

    /// Whether nothing has been judged by a fence: no fix of the device, or the fence has just come with one that it follows.
    private func isFirst(_ question: EdgeMeasurement, _ slot: Int32) -> Bool {
        fix == nil || question.isOnTheMove && pair(slot)?.status == .unknown
    }

    private mutating func apply(
        _ answer: SideVerdict,
        _ slot: Int32,
        _ fences: FenceTable,
        _ scratch: inout Scratch
    ) {
        var (index, isKept) = position(of: slot)
        let mayChange = answer == .inside || answer == .insideUnconfirmed
        guard isKept || mayChange else { return }
        if !isKept {
            guard let entry = fences[slot] else { return }
            addPair(slot, entry, impliedStatus(entry))
            index = position(of: slot).index
        }
        scratch.touch(pairs[index])
        let before = (pairs[index].via, pairs[index].awaitsSecondFix)
        defer {
            let isNews =
                pairs[index].status == .unknown || before != (pairs[index].via, pairs[index].awaitsSecondFix)
            if isNews { scratch.hasLearned = true }
        }
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

    /// The fences whose box holds the point (for a vague fix: all that it may touch) and the active ones, each once.
    private func collectCandidates(_ fix: Fix, _ fences: FenceTable, _ scratch: inout Scratch) {
        scratch.candidates.removeAll(keepingCapacity: true)
        let accuracy = fix.accuracy ?? 0
        if accuracy > fences.needs.strictestAccuracy {
            let reach = accuracy + fences.needs.largestMargin
            fences.places.candidates(within: reach, of: fix.coordinate, into: &scratch.candidates)
            scratch.candidates.sort()
        } else {
            fences.places.candidates(at: fix.coordinate, into: &scratch.candidates)
        }
        for slot in active where !scratch.candidates.contains(slot) { scratch.candidates.append(slot) }
    }

    private func explain(
        _ answer: SideVerdict,
        _ question: EdgeMeasurement,
        _ slot: Int32,
        at time: Timestamp,
        _ fences: FenceTable,
        _ effects: inout Effects
    ) {
        let verdict: Decision.Verdict =
            question.isRefused ? .refused : question.isAtOtherHeight ? .otherHeight : .init(answer)
        let rule = isFirst(question, slot) ? nil : question.rule
        explain(verdict, measuring: .init(question, rule), slot, at: time, fences, &effects)
    }
}

extension Decision.Verdict {
    fileprivate init(_ answer: SideVerdict) {
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
    fileprivate init(_ question: EdgeMeasurement, _ rule: AccuracyRule?) {
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
            rule: rule,
            insideUpTo: edges.inside,
            outsideBeyond: edges.outside,
            scale: question.scale
        )
    }
}
