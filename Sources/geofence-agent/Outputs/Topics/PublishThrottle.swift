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
    /// One that is not in `ends` is a leftover.
    private var turns: [Turn] = []
    private var head = 0
    /// By device: when its pause ends.
    private var ends: [Timestamp?] = []
    private var hasNews: [Bool] = []

    init(interval: Int64) { self.interval = interval }

    /// Whether a device may be published now; where not, it waits for its turn.
    mutating func mayPublish(_ device: Int, at now: Timestamp) -> Bool {
        guard interval > 0 else { return true }
        grow(device)
        guard ends[device] != nil else { return true }
        hasNews[device] = true
        return false
    }

    /// A device was published.
    mutating func didPublish(_ device: Int, at now: Timestamp) {
        guard interval > 0 else { return }
        grow(device)
        hasNews[device] = false
        guard ends[device] == nil else { return }
        let end = now.advanced(byMilliseconds: interval)
        ends[device] = end
        turns.append(Turn(time: end, device: device))
    }

    /// Drops a device, whose number another may get.
    mutating func drop(_ device: Int) {
        guard device < ends.count else { return }
        (ends[device], hasNews[device]) = (nil, false)
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
            guard ends[turn.device] == turn.time else { continue }
            ends[turn.device] = nil
            if hasNews[turn.device] { return turn.device }
        }
        return nil
    }

    /// The clock was set back by more than the interval: nothing should wait for it to come there again.
    private func isSetBack(_ time: Timestamp, _ now: Timestamp) -> Bool {
        time.millisecondsSince(now) > 2 * interval
    }

    private mutating func grow(_ device: Int) {
        while ends.count <= device {
            ends.append(nil)
            hasNews.append(false)
        }
    }
}
