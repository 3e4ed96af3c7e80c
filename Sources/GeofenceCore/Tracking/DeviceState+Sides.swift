extension DeviceState {
    /// Finds what a fix changes, and of what use it is.
    mutating func take(_ fix: Fix, _ fences: FenceTable, _ scratch: inout Scratch) -> FixUse {
        judge(fix, fences, &scratch)
        if scratch.refusals == 0 { return .position }
        let provesOutside = firstFix == nil && scratch.refusals < fences.placeCount
        return provesOutside || scratch.hasLearned ? .news : .nothing
    }

    /// Finds the side of every fence's edge that a fix may change.
    ///
    /// Looks at the fences whose box holds the point and at those the device is in or pending for, at no others.
    private mutating func judge(_ fix: Fix, _ fences: FenceTable, _ scratch: inout Scratch) {
        let accuracy = fix.accuracy ?? 0
        let isVague = accuracy > fences.strictestAccuracy
        collectCandidates(fix, isVague: isVague, fences, &scratch)
        let place = GeodesicPoint(fix.coordinate)
        scratch.refusals = 0
        scratch.hasLearned = false
        var candidates: [Int32] = []
        swap(&candidates, &scratch.candidates)
        for slot in candidates {
            guard let entry = fences[slot], let shape = entry.shape else { continue }
            let distance = shape.signedDistance(to: place)
            if accuracy > entry.accuracyLimit, distance <= accuracy + entry.fence.rules.margin {
                scratch.refusals += 1
                doubt(slot, entry)
            } else {
                apply(answer(distance, accuracy, shape, entry), slot, entry, &scratch)
            }
        }
        swap(&candidates, &scratch.candidates)
    }

    /// Keeps that nothing is known yet of a fence, although a fix tells of others.
    private mutating func doubt(_ slot: Int32, _ entry: FenceEntry) {
        guard firstFix == nil, pair(slot) == nil else { return }
        addPair(slot, entry, .unknown)
        setActive(slot, true)
    }

    /// The first accepted fix is judged by its point, later ones by the fence's rule.
    private func answer(
        _ distance: Double,
        _ accuracy: Double,
        _ shape: PreparedShape,
        _ entry: FenceEntry
    ) -> SideAnswer {
        if fix == nil { return distance <= 0 ? .inside : .outside }
        if accuracy > entry.accuracyLimit { return .outside }
        return entry.fence.rules.accuracy.answer(
            SideQuestion(
                distance: distance,
                accuracy: accuracy,
                scale: shape.scale,
                margin: entry.fence.rules.margin
            )
        )
    }

    private mutating func apply(
        _ answer: SideAnswer,
        _ slot: Int32,
        _ entry: FenceEntry,
        _ scratch: inout Scratch
    ) {
        let isKept = position(of: slot).found
        let mayChange = answer == .inside || answer == .insideOnceMore
        guard isKept || mayChange else { return }
        let index = touch(slot, entry, &scratch)
        let before = pairs[index]
        defer { if before.status == .unknown || pairs[index] != before { scratch.hasLearned = true } }
        switch answer {
        case .inside:
            pairs[index].via.insert(.region)
            pairs[index].awaitsSecondFix = false
        case .insideOnceMore where pairs[index].via.contains(.region): break
        case .insideOnceMore:
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
    private func collectCandidates(
        _ fix: Fix,
        isVague: Bool,
        _ fences: FenceTable,
        _ scratch: inout Scratch
    ) {
        scratch.candidates.removeAll(keepingCapacity: true)
        if isVague {
            let reach = (fix.accuracy ?? 0) + fences.largestMargin
            fences.places.candidates(within: reach, of: fix.coordinate, into: &scratch.candidates)
        } else {
            fences.places.candidates(at: fix.coordinate, into: &scratch.candidates)
        }
        for slot in active where !scratch.candidates.contains(slot) { scratch.candidates.append(slot) }
    }
}
