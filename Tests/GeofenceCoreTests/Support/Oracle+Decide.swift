@testable import GeofenceCore

extension Oracle {
    /// Whether anything is known of a device for a fence.
    private func isKnown(_ device: Int, _ fence: Fence) -> Bool {
        if pair(device, fence.id).status != .unknown { return true }
        if fence.shape == nil { return devices[device].wifi != nil }
        return pair(device, fence.id).region != nil || pair(device, fence.id).network != nil
    }

    /// Holds what is true against the status, and lets the status follow.
    mutating func settle(
        _ device: Int,
        _ fence: Fence,
        at time: Timestamp,
        _ cause: Cause,
        _ fix: Fix? = nil
    ) {
        guard isKnown(device, fence) else { return }
        let pair = pair(device, fence.id)
        let isInside = !pair.sources.isEmpty
        if pair.status == .unknown {
            learn(device, fence, isInside, at: later(time, pair.last), fix)
        } else if isInside == (pair.status == .inside) {
            devices[device].pairs[fence.id]?.turned = nil
            devices[device].pairs[fence.id]?.via = pair.sources
        } else {
            let turned = pair.turned ?? later(time, pair.last)
            devices[device].pairs[fence.id]?.turned = turned
            if hold(pair, fence) == 0 { turn(device, fence, time: turned, cause: cause, fix) }
        }
    }

    /// "The first thing known sets the status with no event".
    private mutating func learn(
        _ device: Int,
        _ fence: Fence,
        _ isInside: Bool,
        at time: Timestamp,
        _ fix: Fix?
    ) {
        devices[device].pairs[fence.id, default: Pair()].last = time
        devices[device].pairs[fence.id]?.since = time
        guard isInside else {
            devices[device].pairs[fence.id]?.status = .outside
            return
        }
        begin(device, fence, at: time)
        if fence.rules.initialEvents { tell(.enter, device, fence, time: time, cause: .initial, fix) }
    }

    private mutating func begin(_ device: Int, _ fence: Fence, at time: Timestamp) {
        var pair = pair(device, fence.id)
        pair.status = .inside
        pair.via = pair.sources
        (pair.since, pair.last, pair.visit) = (time, time, time)
        pair.dwelt = []
        devices[device].pairs[fence.id] = pair
    }

    /// The status becomes what is true, and an event says so.
    mutating func turn(
        _ device: Int,
        _ fence: Fence,
        time: Timestamp,
        confirmed: Timestamp? = nil,
        cause: Cause,
        _ fix: Fix? = nil
    ) {
        devices[device].pairs[fence.id]?.turned = nil
        let pair = pair(device, fence.id)
        guard pair.status == .inside else {
            let isTaken = pair.visit == time
            begin(device, fence, at: isTaken ? time.advanced(byMilliseconds: 1) : time)
            let begin = self.pair(device, fence.id).visit ?? time
            tell(.enter, device, fence, time: begin, confirmed: confirmed, cause: cause, fix)
            return
        }
        let duration = time.millisecondsSince(pair.visit ?? time)
        tell(.exit(duration: duration), device, fence, time: time, confirmed: confirmed, cause: cause, fix)
        devices[device].pairs[fence.id]?.status = .outside
        devices[device].pairs[fence.id]?.via = []
        devices[device].pairs[fence.id]?.since = time
        devices[device].pairs[fence.id]?.last = time
    }

    mutating func tell(
        _ kind: Event.Kind,
        _ device: Int,
        _ fence: Fence,
        time: Timestamp,
        confirmed: Timestamp? = nil,
        cause: Cause,
        _ fix: Fix? = nil
    ) {
        devices[device].pairs[fence.id]?.sequence += 1
        let pair = pair(device, fence.id)
        events.append(
            Event(
                kind: kind,
                device: devices[device].id,
                fence: fence.id,
                name: fence.name,
                time: time,
                confirmed: confirmed,
                fix: fix ?? devices[device].fix,
                via: pair.via,
                cause: cause,
                confidence: 1,
                visit: pair.visit ?? time,
                sequence: pair.sequence
            )
        )
    }

    /// Milliseconds that the change under way must last.
    func hold(_ pair: Pair, _ fence: Fence) -> Int64 {
        let seconds = pair.status == .inside ? fence.rules.exitAfter : fence.rules.enterAfter
        return Seconds.milliseconds(seconds)
    }

    /// "Exits first, then enters, each by fence id".
    mutating func sortEvents(from first: Int) {
        func rank(_ event: Event) -> Int {
            switch event.kind {
            case .exit: 0
            case .enter: 1
            case .dwell: 2
            case .speeding, .speedingEnd: 3
            }
        }
        events[first...].sort { (rank($0), $0.fence) < (rank($1), $1.fence) }
    }

    func later(_ time: Timestamp, _ other: Timestamp?) -> Timestamp {
        other.map { max($0, time) } ?? time
    }
}
