extension Engine {
    /// When a timer may be due: a bound from below, so that calling `advance(to:)` then is never too late.
    ///
    /// A device whose stamps arrive late has its timers run as much later than they are stamped.
    public var nextDeadline: Timestamp? { queue.first?.time }

    /// Lets the timers of all devices run that are due up to and at a moment, in the order in which they are due.
    ///
    /// - Returns: whether any was: only then has the call changed anything.
    public mutating func advance(to time: Timestamp, _ effects: inout Effects) -> Bool {
        var fired = false
        while let entry = queue.first, entry.time <= time {
            queue.removeFirst()
            let device = Int(entry.device)
            guard devices[device].queuedAt == entry.time else { continue }
            devices[device].queuedAt = nil
            let first = effects.occupancy.count
            let own = entry.time.advanced(byMilliseconds: -devices[device].lag)
            if devices[device].advance(to: own, device, fences, &effects) { fired = true }
            follow(device, occupancyFrom: first, effects)
        }
        return fired
    }

    /// A moment for an observation without a time of its own: its arrival, or just after the last of its kind.
    ///
    /// Several may arrive in one millisecond, and none of them is a repeat of another, or late.
    public func moment(ofDevice device: Int, hasFix: Bool, hasWiFi: Bool, arrival: Timestamp) -> Timestamp {
        let state = devices[device]
        let last = max(
            hasFix ? state.fixOrder.last ?? arrival : .distantPast,
            hasWiFi ? state.wifiOrder.last ?? arrival : .distantPast
        )
        let isTaken =
            last == arrival
            && (hasFix && state.fixOrder.last == last || hasWiFi && state.wifiOrder.last == last)
        return last > arrival || isTaken ? last.advanced(byMilliseconds: 1) : arrival
    }

    /// When the next timer of a device is due by the device's own stamps; nil where none runs.
    public func nextDeadline(ofDevice device: Int) -> Timestamp? { devices[device].nextTimer }

    /// Lets the timers of one device run that are due up to and at a moment of its own stamps.
    ///
    /// - Returns: whether any was.
    public mutating func advance(device: Int, to time: Timestamp, _ effects: inout Effects) -> Bool {
        let first = effects.occupancy.count
        let fired = devices[device].advance(to: time, device, fences, &effects)
        follow(device, occupancyFrom: first, effects)
        return fired
    }

    /// Queues a device for its next timer, unless it is queued for that moment or an earlier one.
    mutating func schedule(_ device: Int) {
        let next = devices[device].nextDue(fences)
        devices[device].nextTimer = next
        guard let due = next else { return }
        let time = due.advanced(byMilliseconds: devices[device].lag)
        if let queued = devices[device].queuedAt, queued <= time { return }
        devices[device].queuedAt = time
        queue.insert(.init(time: time, device: Int32(device)))
    }
}
