extension DeviceState {
    /// Sends the visits that lie on the way from the last fix to a new one, both outside: an enter and an exit each.
    ///
    /// Times follow by linear interpolation. A fix that is too vague to be inside alone proves no crossing either, and a part of the way
    /// shorter than `enterAfter` is none.
    mutating func cross(
        to fix: Fix,
        at time: Timestamp,
        _ device: Int,
        _ fences: FenceTable,
        _ scratch: inout Scratch,
        _ effects: inout Effects
    ) {
        guard let last = self.fix, last.time < time,
            let path = TravelPath(from: last.value.coordinate, to: fix.coordinate)
        else { return }
        scratch.candidates.removeAll(keepingCapacity: true)
        fences.places.candidates(overlapping: BoundingBox(of: path), into: &scratch.candidates)
        for slot in scratch.candidates.sorted() {
            guard let entry = fences[slot], isOutside(slot, entry, at: last.time) else { continue }
            let accuracy = max(entry.accuracy(of: last.value), entry.accuracy(of: fix))
            for part in entry.parts(of: path, from: last.time, to: time, accuracy, fix.altitude) {
                cross(
                    part,
                    slot,
                    entry,
                    Step(device: device, time: time, cause: .crossing, fix: fix),
                    &effects
                )
            }
        }
    }

    private func isOutside(_ slot: Int32, _ entry: FenceEntry, at time: Timestamp) -> Bool {
        guard entry.fence.rules.crossing, entry.admits(id), entry.isOpen(at: time) else { return false }
        guard let pair = pair(slot) else { return impliedStatus(entry) == .outside }
        return pair.status == .outside && pair.via.isEmpty && pair.pendingSince == nil
    }

    /// One visit on the way, from its enter through its dwell times to its exit.
    private mutating func cross(
        _ part: Range<Timestamp>,
        _ slot: Int32,
        _ entry: FenceEntry,
        _ step: Step,
        _ effects: inout Effects
    ) {
        explain(.crossed, slot, entry, at: part.lowerBound, &effects)
        if !position(of: slot).found { addPair(slot, entry, .outside) }
        let index = position(of: slot).index
        let start = max(part.lowerBound, pairs[index].lastTransition)
        guard start < part.upperBound else { return }
        pairs[index].via = .region
        begin(index, at: start, step.device, &effects)
        send(.enter, index, entry, step, &effects)
        for dwell in entry.dwell where pairs[index].since.advanced(byMilliseconds: dwell) < part.upperBound {
            let due = pairs[index].since.advanced(byMilliseconds: dwell)
            send(.dwell(dwell), index, entry, at: due, step, &effects)
        }
        let duration = part.upperBound.millisecondsSince(pairs[index].visit)
        send(.exit(duration: duration), index, entry, at: part.upperBound, step, &effects)
        pairs[index].via = []
        end(index, at: part.upperBound)
        noteStatus(index, step.device, &effects)
        setActive(slot, pairs[index].isActive)
    }
}

extension FenceEntry {
    /// The times at which the way between two fixes is inside.
    fileprivate func parts(
        of path: TravelPath,
        from start: Timestamp,
        to end: Timestamp,
        _ accuracy: Double,
        _ altitude: Double?
    ) -> [Range<Timestamp>] {
        let rule = fence.rules.accuracy
        let time = end.millisecondsSince(start)
        guard let shape, time <= maxGap, fence.altitude?.holds(altitude) ?? true else { return [] }
        guard rule != .hysteresis || accuracy <= shape.scale, accuracy <= accuracyLimit else { return [] }
        let depth = rule == .strict ? -accuracy : 0
        let parts = path.partsInside(threshold: depth, signedDistance: shape.signedDistance)
        return parts.filter { $0.entry > 0 && $0.exit < 1 }.compactMap { part in
            let enter = start.advanced(byMilliseconds: Int64((part.entry * Double(time)).rounded()))
            let exit = start.advanced(byMilliseconds: Int64((part.exit * Double(time)).rounded()))
            let lasts = exit.millisecondsSince(enter)
            return lasts > 0 && lasts >= enterAfter ? enter..<exit : nil
        }
    }
}
