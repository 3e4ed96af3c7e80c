extension Engine {
    /// When a timer may be due: a bound from below, so that calling `advance(to:)` then is never too late.
    ///
    /// A device whose stamps arrive late has its timers run as much later than they are stamped.
    public var nextDeadline: Timestamp? { queue.first?.time }

    /// Lets the timers of all devices run that are due up to and at a moment, in the order in which they are
    /// due.
    ///
    /// - Returns: whether any was: only then has the call changed anything.
    public mutating func advance(to time: Timestamp, _ effects: inout Effects) -> Bool {
        var fired = false
        while let entry = queue.first, entry.time <= time {
            queue.removeFirst()
            let device = Int(entry.device)
            guard devices[device].queuedAt == entry.time else { continue }
            devices[device].queuedAt = nil
            let waited = entry.time.advanced(byMilliseconds: -context.timerWait)
            if release(device, arrivedBy: waited, &effects) { fired = true }
            let own = waited.advanced(byMilliseconds: -devices[device].lag)
            if runTimers(of: device, to: own, &effects) { fired = true }
        }
        return fired
    }

    /// A moment for an observation without a time of its own: its arrival, or just after the last of its
    /// kind.
    ///
    /// Several may arrive in one millisecond, and none of them is a repeat of another, or late. Where the
    /// clock of arrivals was set back, the device's time goes on from where it was.
    public func moment(ofDevice device: Int, hasFix: Bool, hasWiFi: Bool, arrival: Timestamp) -> Timestamp {
        let last = devices[device].lastStamp(hasFix: hasFix, hasWiFi: hasWiFi)
        guard last >= arrival else { return arrival }
        let (next, lag) = (last.advanced(byMilliseconds: 1), devices[device].lag)
        return lag < 0 ? max(next, arrival.advanced(byMilliseconds: -lag)) : next
    }

    /// The clock of arrivals was set back: all timers run on as if it had not been.
    ///
    /// - Complexity: a look at each device.
    public mutating func clockWasSetBack(byMilliseconds step: Int64) {
        for device in deviceNumbers {
            devices[device].clockWasSetBack(byMilliseconds: step)
            noteChange(device)
            devices[device].queuedAt = nil
            schedule(device)
        }
    }

    /// When the next timer of a device is due by the device's own stamps; nil where none runs.
    public func nextDeadline(ofDevice device: Int) -> Timestamp? {
        let state = devices[device]
        var timers = [state.nextTimer, state.lateUntil, visitDeadline(device)].compactMap(\.self)
        if let first = state.held.first?.time { timers.removeAll { $0 >= first } }
        let next = (timers + state.held.map(\.arrival)).min() ?? .distantFuture
        return next < .distantFuture ? next.advanced(byMilliseconds: hold) : nil
    }

    /// Lets the timers of one device run that are due up to and at a moment of its own stamps.
    ///
    /// - Returns: whether any was.
    public mutating func advance(device: Int, to time: Timestamp, _ effects: inout Effects) -> Bool {
        let waited = time.advanced(byMilliseconds: -hold)
        let released = release(device, arrivedBy: waited, &effects)
        return runTimers(of: device, to: waited, &effects) || released
    }

    mutating func runTimers(of device: Int, to own: Timestamp, _ effects: inout Effects) -> Bool {
        // What is held comes first, if it was before.
        let own = min(own, devices[device].held.first?.time.advanced(byMilliseconds: -1) ?? own)
        var fired = false
        // Groups are brought up to date at each moment at which something happens.
        while let due = devices[device].nextTimer, due < own {
            guard runTimers(of: device, dueAt: due, &effects) else { break }
            fired = true
        }
        let mark = effects.mark
        if runTimers(of: device, dueAt: own, &effects) { fired = true }
        if let due = devices[device].lateUntil, due <= own {
            settleLate(device, &effects)
            fired = true
        }
        if endSilentVisit(of: device, by: own, &effects) { fired = true }
        conclude(device, since: mark, &effects)
        return fired
    }

    /// Lets the timers of one device run up to and at a moment as one step.
    mutating func runTimers(of device: Int, dueAt time: Timestamp, _ effects: inout Effects) -> Bool {
        let mark = effects.mark
        guard devices[device].advance(to: time, &context, &effects) else { return false }
        noteChange(device)
        if context.stream.lateEvents { keepHistory(device, since: mark, upTo: time, effects) }
        conclude(device, since: mark, &effects)
        return true
    }

    /// Queues a device for its next timer, unless it is queued for that moment or an earlier one.
    mutating func schedule(_ device: Int) {
        // Nothing comes after all time: a timer there would be due again and again.
        let time = devices[device].planTimers(context.fences, visitDeadline(device)).advanced(
            byMilliseconds: context.timerWait
        )
        guard time < .distantFuture else { return }
        if let queued = devices[device].queuedAt, queued <= time { return }
        devices[device].queuedAt = time
        queue.insert(Deadline(time: time, device: Int32(device)))
    }
}

extension DeviceState {
    /// The latest stamp of a fix, or of a network, those that are held among them.
    fileprivate func lastStamp(hasFix: Bool, hasWiFi: Bool) -> Timestamp {
        var last = Timestamp.distantPast
        if hasFix, let time = fixOrder.last { last = max(last, time) }
        if hasWiFi, let time = wifiOrder.last { last = max(last, time) }
        for waiting in held where hasFix && waiting.fix != nil || hasWiFi && waiting.wifi != nil {
            last = max(last, waiting.time)
        }
        return last
    }

    fileprivate mutating func clockWasSetBack(byMilliseconds step: Int64) {
        lag -= step
        for index in held.indices {
            held[index].arrival = held[index].arrival.advanced(byMilliseconds: -step)
        }
    }

    /// Finds when the next timer is due, and gives the moment at which it is by the clock of arrivals, or
    /// that of the first observation which waits; all time where none is.
    ///
    /// Mutating, since a call that is not would have all of the device copied first.
    fileprivate mutating func planTimers(_ fences: borrowing FenceTable, _ endOfVisit: Timestamp) -> Timestamp
    {
        nextTimer = nextDue(fences)
        var time = min(nextTimer ?? .distantFuture, lateUntil ?? .distantFuture, endOfVisit)
        guard let first = held.first else { return time.advanced(byMilliseconds: lag) }
        // What is held comes before the timers, if it was before.
        time = first.time <= time ? .distantFuture : time.advanced(byMilliseconds: lag)
        return held.reduce(time) { min($0, $1.arrival) }
    }
}
