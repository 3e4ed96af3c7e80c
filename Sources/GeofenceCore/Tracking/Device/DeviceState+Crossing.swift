extension DeviceState {
    /// Sends the visits that lie on the way from the last fix to a new one, both outside: an enter and an
    /// exit each.
    ///
    /// Times follow by linear interpolation. A fix that is too vague to be inside alone proves no crossing
    /// either, and a part of the way shorter than `enterAfter` is none.
    mutating func cross(
        to fix: Fix,
        at time: Timestamp,
        isAtRest: Bool,
        _ context: inout StepContext,
        _ effects: inout Effects
    ) {
        let first = effects.events.count
        let step = Step(time: time, cause: .crossing, fix: fix)
        if let last = lastOwnFix, let way = Way(from: last, to: Stamped(time: time, value: fix)) {
            context.scratch.candidates.removeAll(keepingCapacity: true)
            context.fences.places.candidates(
                overlapping: BoundingBox(of: way.path),
                into: &context.scratch.candidates
            )
            for slot in context.scratch.candidates.sorted() where earlier.isEmpty || !earlier.contains(slot) {
                cross(slot, along: way, isAtRest: isAtRest, step, &context, &effects)
            }
        }
        for entry in earlier.entries {
            guard let last = own(earlier.fix(entry)),
                let way = Way(from: last, to: Stamped(time: time, value: fix))
            else { continue }
            cross(entry.fence, along: way, isAtRest: isAtRest, step, &context, &effects)
        }
        effects.sortByTime(from: first)
    }

    private mutating func cross(
        _ slot: Int32,
        along way: Way,
        isAtRest: Bool,
        _ step: Step,
        _ context: inout StepContext,
        _ effects: inout Effects
    ) {
        guard let entry = context.fences[slot], isOutside(slot, entry) else { return }
        // Between two fixes of one rest there is no way.
        if isAtRest, entry.fence.rules.accuracy == .hysteresis, entry.anchor == nil { return }
        for passage in entry.passages(along: way) {
            pass(passage, slot, entry, step, &context, &effects)
        }
    }

    private func isOutside(_ slot: Int32, _ entry: FenceEntry) -> Bool {
        guard entry.fence.rules.crossing, isAdmitted(to: slot, entry) else { return false }
        guard let pair = pair(slot) else { return impliedStatus(entry) == .outside }
        return pair.status == .outside && pair.via.isEmpty && pair.pendingSince == nil
    }

    /// One visit on the way, from its enter through its dwell times to its exit.
    private mutating func pass(
        _ passage: FenceEntry.Passage,
        _ slot: Int32,
        _ entry: FenceEntry,
        _ step: Step,
        _ context: inout StepContext,
        _ effects: inout Effects
    ) {
        explain(.crossed, slot, at: passage.enter, &context, &effects)
        if !position(of: slot).found { addPair(slot, entry, .outside) }
        let index = position(of: slot).index
        let start = pairs[index].beginning(at: max(passage.enter, pairs[index].lastTransition))
        guard start < passage.exit else { return }
        pairs[index].via = .region
        begin(index, at: start, &effects)
        send(.enter, index, entry, step, confidence: passage.confidence, &effects)
        for dwell in entry.dwell where start.advanced(byMilliseconds: dwell) < passage.exit {
            let due = start.advanced(byMilliseconds: dwell)
            send(.dwell(dwell), index, entry, at: due, step, confidence: passage.confidence, &effects)
        }
        let duration = passage.exit.millisecondsSince(start)
        send(.exit(duration: duration), index, entry, at: passage.exit, step, &effects)
        pairs[index].via = []
        end(index, at: passage.exit)
        noteStatus(index, &effects)
        setActive(slot, pairs[index].isActive)
    }
}

/// The way between two fixes in a row.
private struct Way {
    let path: TravelPath
    let start, end: DeviceState.Stamped<Fix>

    /// Nil where no time lies between them, or too many metres do.
    init?(from start: DeviceState.Stamped<Fix>, to end: DeviceState.Stamped<Fix>) {
        guard start.time < end.time,
            let path = TravelPath(from: start.value.coordinate, to: end.value.coordinate)
        else { return nil }
        (self.path, self.start, self.end) = (path, start, end)
    }
}

extension FenceEntry {
    /// A part of a way that is inside.
    fileprivate struct Passage {
        let enter, exit: Timestamp
        /// The probability that the device was inside half-way through.
        let confidence: Double
    }

    /// The parts of the way between two fixes outside that are inside.
    fileprivate func passages(along way: Way) -> [Passage] {
        let (path, start, end) = (way.path, way.start, way.end)
        let time = end.time.millisecondsSince(start.time)
        let accuracy = max(accuracy(of: start.value), accuracy(of: end.value))
        let altitude = end.value.altitude
        guard let shape, time <= maxGap, fence.altitude?.holds(altitude) ?? true else { return [] }
        let rule = edgeRule
        guard rule.accuracyRule != .hysteresis || accuracy <= shape.scale, accuracy <= rule.accuracyLimit
        else {
            return []
        }
        let ends = [path.place(at: 0), path.place(at: 1)]
        guard ends.allSatisfy({ shape.signedDistance(to: $0) > 0 }) else { return [] }
        let parts = path.partsInside(
            threshold: rule.accuracyRule == .strict ? -accuracy : 0,
            signedDistance: shape.signedDistance
        )
        return parts.compactMap { part in
            let enter = start.time.advanced(byMilliseconds: Int64((part.entry * Double(time)).rounded()))
            let exit = start.time.advanced(byMilliseconds: Int64((part.exit * Double(time)).rounded()))
            let lasts = exit.millisecondsSince(enter)
            guard lasts > 0, lasts >= enterAfter, isOpen(from: enter, to: exit) else { return nil }
            let middle = path.coordinate(at: (part.entry + part.exit) / 2)
            let fix = Fix(coordinate: middle, accuracy: accuracy, altitude: altitude)
            return Passage(enter: enter, exit: exit, confidence: confidence(in: .inside, fix, .region))
        }
    }

    private func isOpen(from start: Timestamp, to end: Timestamp) -> Bool {
        isOpen(at: start) && nextChange(after: start) ?? .distantFuture >= end
    }
}
