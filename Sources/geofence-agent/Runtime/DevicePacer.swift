import GeofenceCore

/// When a device's topic may be told again: at once after a pause, then once an interval, the last news always.
struct DevicePacer {
    /// Milliseconds between two payloads of one device; 0: none.
    var interval: Int64

    private struct Turn {
        var time: Timestamp
        var device: Int
    }

    /// Ends of pauses, ascending: every telling starts one, all are as long.
    private var turns: [Turn] = []
    private var head = 0
    private var isPausing: [Bool] = []
    private var hasNews: [Bool] = []

    init(interval: Int64) { self.interval = interval }

    /// Whether news of a device may be told now; where not, they wait for its turn.
    mutating func mayTell(_ device: Int, at now: Timestamp) -> Bool {
        guard interval > 0 else { return true }
        grow(device)
        guard isPausing[device] else { return true }
        hasNews[device] = true
        return false
    }

    /// A device was told.
    mutating func didTell(_ device: Int, at now: Timestamp) {
        guard interval > 0 else { return }
        grow(device)
        hasNews[device] = false
        guard !isPausing[device] else { return }
        isPausing[device] = true
        turns.append(Turn(time: now.advanced(byMilliseconds: interval), device: device))
    }

    /// When the next pause ends.
    var nextTurn: Timestamp? { head < turns.count ? turns[head].time : nil }

    /// The next device with news whose pause is over; pauses without news just end.
    mutating func nextDue(at now: Timestamp) -> Int? {
        while head < turns.count, turns[head].time <= now || isSetBack(turns[head].time, now) {
            let device = turns[head].device
            head += 1
            if head > 256, head * 2 > turns.count {
                turns.removeFirst(head)
                head = 0
            }
            isPausing[device] = false
            if hasNews[device] { return device }
        }
        return nil
    }

    /// The clock was set back by more than the interval: nothing should wait for it to come there again.
    private func isSetBack(_ time: Timestamp, _ now: Timestamp) -> Bool {
        time.millisecondsSince(now) > 2 * interval
    }

    private mutating func grow(_ device: Int) {
        while isPausing.count <= device {
            isPausing.append(false)
            hasNews.append(false)
        }
    }
}
