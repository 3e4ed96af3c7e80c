extension DeviceState {
    /// Holds the speed against the limits of the fences that the device is inside.
    ///
    /// The speed is the one that the fix reports; else the one from the fix before, where the device was
    /// inside already.
    ///
    /// `before` gives the fix that a fence used before this one; nil where it doesn't use this one.
    mutating func watchSpeed(
        of now: Stamped<Fix>,
        _ context: inout StepContext,
        _ effects: inout Effects,
        since before: (_ slot: Int32) -> Stamped<Fix>??
    ) {
        for slot in active {
            let (index, found) = position(of: slot)
            guard found, pairs[index].status == .inside, let entry = context.fences[slot],
                let before = before(slot)
            else { continue }
            // A visit that a change of context.fences began may be younger than the fix.
            let time = max(now.time, pairs[index].since)
            let step = Step(time: time, cause: .position, fix: now.value)
            // Outside while an exit is held, and where a limit has been lifted, no speed is too high.
            guard !pairs[index].via.isEmpty, let limit = entry.fence.rules.speedLimit else {
                endSpeeding(index, entry, step, &effects)
                continue
            }
            let isNew = pairs[index].since > before?.time ?? .distantPast
            guard let speed = now.value.speed ?? (isNew ? nil : Self.speed(since: before, to: now)) else {
                continue
            }
            if speed > limit {
                goFaster(index, entry, step, speed, limit, &effects)
            } else {
                endSpeeding(index, entry, step, &effects)
            }
        }
    }

    /// Reports a speed above the limit once it has lasted.
    private mutating func goFaster(
        _ index: Int,
        _ entry: FenceEntry,
        _ step: Step,
        _ speed: Double,
        _ limit: Double,
        _ effects: inout Effects
    ) {
        var speeding = pairs[index].speeding ?? .init(since: step.time, top: speed, limit: limit)
        speeding.top = max(speeding.top, speed)
        let isDue = step.time.millisecondsSince(speeding.since) >= entry.speedFor
        guard isDue, !speeding.isReported else {
            pairs[index].speeding = speeding
            return
        }
        speeding.isReported = true
        pairs[index].speeding = speeding
        pairs[index].speedings += 1
        let kind = Event.Kind.speeding(
            speed: speeding.top,
            limit: limit,
            episode: pairs[index].speedings
        )
        let confirmed = entry.speedFor > 0 ? step.time : nil
        send(kind, index, entry, at: speeding.since, confirmed: confirmed, step, &effects)
    }

    /// Ends what was too fast, with an event where one has reported it.
    mutating func endSpeeding(_ index: Int, _ entry: FenceEntry, _ step: Step, _ effects: inout Effects) {
        guard let speeding = pairs[index].speeding else { return }
        pairs[index].speeding = nil
        guard speeding.isReported else { return }
        let kind = Event.Kind.speedingEnd(
            duration: max(0, step.time.millisecondsSince(speeding.since)),
            speed: speeding.top,
            limit: speeding.limit,
            episode: pairs[index].speedings
        )
        send(kind, index, entry, at: step.time, step, &effects)
    }

    /// km/h between two fixes at least a second apart.
    private static func speed(since start: Stamped<Fix>?, to end: Stamped<Fix>) -> Double? {
        guard let start else { return nil }
        let seconds = Double(end.time.millisecondsSince(start.time)) / 1000
        guard seconds >= 1 else { return nil }
        return Geodesic.distance(start.value.coordinate, end.value.coordinate) / seconds * 3.6
    }
}
