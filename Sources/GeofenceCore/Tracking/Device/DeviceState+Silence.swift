/// A status is stale once nothing has been heard of the device for `staleAfter`: it is shown as unknown,
/// while all that was known is kept, so that the next message decides as if there had been no silence.
extension DeviceState {
    /// Whether what is known of a fence is too old.
    func isStale(_ entry: FenceEntry) -> Bool {
        guard silence > 0, let limit = entry.staleAfter else { return false }
        return limit <= silence
    }

    /// When the next status goes stale.
    func nextSilence(_ fences: borrowing FenceTable) -> Timestamp? {
        guard let heard, let next = fences.needs.staleTimes.first(where: { $0 > silence }) else { return nil }
        return heard.advanced(byMilliseconds: next)
    }

    /// Takes notice that nothing has been heard up to a moment.
    mutating func fallSilent(
        at time: Timestamp,
        _ context: inout StepContext,
        _ effects: inout Effects
    ) {
        guard let heard else { return }
        let before = silence
        silence = time.millisecondsSince(heard)
        noteStale(&context, &effects) { $0 > before }
    }

    /// Takes notice of a message.
    mutating func hear(
        at time: Timestamp,
        _ context: inout StepContext,
        _ effects: inout Effects
    ) {
        heard = max(heard ?? time, time)
        breakSilence(&context, &effects)
    }

    /// Lets what was stale be what it was.
    mutating func breakSilence(_ context: inout StepContext, _ effects: inout Effects) {
        guard silence > 0 else { return }
        noteStale(&context, &effects) { _ in true }
        silence = 0
    }

    /// Notes that the stale statuses change, and with them who is inside.
    private func noteStale(
        _ context: inout StepContext,
        _ effects: inout Effects,
        _ isMeant: (Int64) -> Bool
    ) {
        func note(_ slot: Int32, _ entry: FenceEntry) {
            guard isStale(entry), let limit = entry.staleAfter, isMeant(limit) else { return }
            effects.statuses.append(.init(device: number, fence: slot))
            guard pair(slot)?.status == .inside else { return }
            effects.occupancy.append(.init(device: number, fence: slot))
        }
        if context.fences.reportsAll {
            for (slot, entry) in context.fences.fences(for: self) { note(slot, entry) }
        } else {
            for pair in pairs { if let entry = context.fences[pair.fence] { note(pair.fence, entry) } }
        }
    }
}
