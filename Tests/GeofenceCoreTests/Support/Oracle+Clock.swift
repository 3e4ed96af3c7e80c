import GeofenceCore

extension Oracle {
    /// A timer that runs out.
    ///
    /// Of two at one moment the one that sorts first goes first.
    private struct Timer {
        enum Kind: Int { case expiry, exit, enter, dwell }

        let due: Timestamp
        let device: Int
        let kind: Kind
        let fence: Fence
        var dwell: Int64 = 0

        var order: (Timestamp, Int, Int, Identifier, Int64) {
            (due, device, kind.rawValue, fence.id, dwell)
        }
    }

    /// Lets the timers run that are due up to a moment, of one device or of all.
    mutating func runTimers(to time: Timestamp, of device: Int? = nil) {
        while let next = nextTimer(of: device), next.due <= time {
            let first = events.count
            while let same = nextTimer(of: next.device), same.due <= next.due { fire(same) }
            regroup(next.device, Array(events[first...]))
        }
    }

    private func nextTimer(of device: Int?) -> Timer? {
        timers(of: device).min { $0.order < $1.order }
    }

    private func timers(of only: Int?) -> [Timer] {
        devices.indices.filter { only == nil || $0 == only }.flatMap { device in
            fences(for: device).flatMap { timers(device, $0) }
        }
    }

    private func timers(_ device: Int, _ fence: Fence) -> [Timer] {
        let pair = pair(device, fence.id)
        var timers: [Timer] = []
        // "Silence longer than wifiExpiry": a report at its very end is in time.
        if let seen = pair.network, let expiry = fence.rules.wifiExpiry {
            let due = seen.advanced(byMilliseconds: Seconds.milliseconds(expiry) + 1)
            timers.append(Timer(due: due, device: device, kind: .expiry, fence: fence))
        }
        if let turned = pair.turned {
            let kind = pair.status == .inside ? Timer.Kind.exit : .enter
            let due = turned.advanced(byMilliseconds: hold(pair, fence))
            timers.append(Timer(due: due, device: device, kind: kind, fence: fence))
        }
        guard pair.status == .inside, let since = pair.since else { return timers }
        for dwell in fence.rules.dwell.map(Seconds.milliseconds) where !pair.dwelt.contains(dwell) {
            let due = since.advanced(byMilliseconds: dwell)
            timers.append(Timer(due: due, device: device, kind: .dwell, fence: fence, dwell: dwell))
        }
        return timers
    }

    private mutating func fire(_ timer: Timer) {
        let (device, fence) = (timer.device, timer.fence)
        switch timer.kind {
        case .expiry:
            devices[device].pairs[fence.id]?.network = nil
            settle(device, fence, at: timer.due.advanced(byMilliseconds: -1), .expired)
        case .exit, .enter:
            guard let turned = pair(device, fence.id).turned else { return }
            turn(device, fence, time: turned, confirmed: timer.due, cause: .timer)
        case .dwell:
            devices[device].pairs[fence.id]?.dwelt.insert(timer.dwell)
            tell(.dwell(timer.dwell), device, fence, time: timer.due, cause: .timer)
        }
    }
}
