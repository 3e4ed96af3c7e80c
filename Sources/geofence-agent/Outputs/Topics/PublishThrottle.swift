import GeofenceCore

/// When a device's topic may be published again: at once after a pause, then once an interval, the last state
/// always.
struct PublishThrottle {
    /// Milliseconds between two payloads of one device; 0: none.
    var interval: Int64

    private struct Turn {
        var time: Timestamp
        var device: Int
    }

    /// Ends of pauses, ascending: every publish starts one, all are as long.
    ///
    /// One that is not in `pauses` is a leftover.
    private var turns: [Turn] = []
    private var head = 0
    private var pauses: [Pause] = []

    /// Of a device.
    private struct Pause {
        /// When it ends; nil: there is none.
        var end: Timestamp?
        var hasNews = false
    }

    init(interval: Int64) { self.interval = interval }

    /// Whether a device may be published now; where not, it waits for its turn.
    mutating func mayPublish(_ device: Int) -> Bool {
        guard isPaused(device) else { return true }
        hold(device)
        return false
    }

    /// Whether a device may not be published now.
    func isPaused(_ device: Int) -> Bool {
        interval > 0 && device < pauses.count && pauses[device].end != nil
    }

    /// Whether a device that is paused waits for its turn.
    func isWaiting(_ device: Int) -> Bool { isPaused(device) && pauses[device].hasNews }

    /// Has a device that is paused wait for its turn.
    mutating func hold(_ device: Int) { if isPaused(device) { pauses[device].hasNews = true } }

    /// A device was published.
    mutating func didPublish(_ device: Int, at now: Timestamp) {
        guard interval > 0 else { return }
        while pauses.count <= device { pauses.append(Pause()) }
        pauses[device].hasNews = false
        guard pauses[device].end == nil else { return }
        let end = now.advanced(byMilliseconds: interval)
        pauses[device].end = end
        turns.append(Turn(time: end, device: device))
    }

    /// Drops a device, whose number another may get.
    mutating func drop(_ device: Int) {
        if device < pauses.count { pauses[device] = Pause() }
    }

    /// When the next pause ends.
    var nextTurn: Timestamp? { head < turns.count ? turns[head].time : nil }

    /// The next device with something new whose pause is over; pauses without anything new just end.
    mutating func nextDue(at now: Timestamp) -> Int? {
        while head < turns.count, turns[head].time <= now || isSetBack(turns[head].time, now) {
            let turn = turns[head]
            head += 1
            if head > 256, head * 2 > turns.count {
                turns.removeFirst(head)
                head = 0
            }
            guard pauses[turn.device].end == turn.time else { continue }
            pauses[turn.device].end = nil
            if pauses[turn.device].hasNews { return turn.device }
        }
        return nil
    }

    /// The clock was set back by more than the interval: nothing should wait for it to come there again.
    private func isSetBack(_ time: Timestamp, _ now: Timestamp) -> Bool {
        time.millisecondsSince(now) > 2 * interval
    }
}
