import GeofenceCore

/// Fences that a crowd is inside close before they go: those inside leave a few in each turn, so that no turn
/// is long, and the outbox holds no more than it may.
extension Agent {
    /// Pairs of a device and a fence that leave in one turn at most; with more, fences close.
    static let mostLeavingAtOnce = 5000

    /// Closes fences that are to go where a crowd is inside; gives those that can go at once.
    mutating func closing(_ gone: [Identifier], at now: Timestamp) -> [Identifier] {
        let most = Self.mostLeavingAtOnce
        guard tracker.engine.crowd(of: gone, upTo: most + 1) > most else { return gone }
        var (closing, others): ([Identifier], [Identifier]) = ([], [])
        for id in gone {
            if tracker.engine.canClose(id) { closing.append(id) } else { others.append(id) }
        }
        guard !closing.isEmpty else { return gone }
        perform(.closing(closing))
        deliver(at: now)
        return others
    }

    /// Closes fences that the configuration has no more, where a crowd is inside; says whether all that are
    /// closing have gone.
    mutating func closeUnwantedFences(at now: Timestamp) -> Bool {
        let most = Self.mostLeavingAtOnce
        if !tracker.engine.isClosing, pending.hasFences, tracker.engine.crowd(upTo: most + 1) > most {
            let ids = Set(wantedFences.map(\.id))
            _ = closing(tracker.engine.fenceIDs.filter { !ids.contains($0) }.sorted(), at: now)
        }
        pending.awaitsFences = tracker.engine.isClosing
        return !pending.awaitsFences
    }

    /// Whether those inside fences that are closing may leave now: not while the outbox is crowded.
    var mayLeaveClosing: Bool { tracker.engine.isClosing && !port.outbox.isCrowded }

    /// Has some more leave; with the last of them the fences go.
    mutating func leaveClosing(at now: Timestamp) {
        perform(.departures(atMost: Self.mostLeavingAtOnce, at: now))
        deliver(at: now)
        guard tracker.engine.haveAllLeft else { return }
        let gone = tracker.engine.closingFences.sorted()
        make(FenceChange(time: now, set: [], removed: gone), inParts: true, at: now)
        // One may stand in the configuration again.
        pending.awaitsFences = true
    }

    /// Of a change of fences, that without those to be taken out that are closing already.
    ///
    /// What is closing and is to be set anew goes before, with all inside at once.
    mutating func finishClosing(for change: FenceChange, at now: Timestamp) -> FenceChange {
        guard tracker.engine.isClosing else { return change }
        let closing = Set(tracker.engine.closingFences)
        var change = change
        change.removed.removeAll(where: closing.contains)
        let again = change.set.map(\.fence.id).filter(closing.contains)
        if !again.isEmpty { make(FenceChange(time: now, set: [], removed: again), at: now) }
        return change
    }

    /// Refuses to set fences anew that are closing, while a crowd is inside them: all would leave at once.
    func checkClosing(_ fences: [Fence]) throws(RequestProblem) {
        guard tracker.engine.isClosing else { return }
        let closing = Set(tracker.engine.closingFences)
        let again = fences.map(\.id).filter(closing.contains)
        guard let first = again.first,
            tracker.engine.crowd(of: again, upTo: Self.mostLeavingAtOnce + 1)
                > Self.mostLeavingAtOnce
        else { return }
        let fences = again.count == 1 ? "\"\(first)\"" : "\"\(first)\" and \(again.count - 1) other fences"
        throw RequestProblem(
            "\(fences) were removed, and more than \(Self.mostLeavingAtOnce) devices are still to leave; "
                + "send the request again in some seconds"
        )
    }
}
