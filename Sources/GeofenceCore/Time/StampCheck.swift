/// Judges the stamp of an observation against the moment it arrived.
///
/// Two things go wrong with the clocks of devices that can be recognised for certain: a stamp from the
/// future, and one that is 1,024 weeks off because a receiver counts the weeks of GPS with ten bits
/// (IS-GPS-200, 20.3.3.3.1.1).
public struct StampCheck: Hashable, Sendable {
    /// Whether arrivals are by a clock: live they are.
    ///
    /// A replay has no other time than its stamps, and the newest of them so far is the arrival.
    public let hasClock: Bool

    /// Makes a check.
    public init(hasClock: Bool) {
        self.hasClock = hasClock
    }

    /// Judges a stamp; both ends of each range belong to it.
    ///
    /// By a clock, a stamp that lies from 30 days before arrival to 60 s after it once 1,024 weeks are added
    /// or taken away is repaired that way; another one more than 60 s after arrival becomes the arrival; all
    /// others stay, however old.
    ///
    /// Without one, a stamp that lies within 30 days of arrival once 1,024 weeks are added is repaired, as
    /// what comes next may come any time later; all others stay. None is moved back: it may be the first that
    /// is right.
    public func judge(_ stamp: Timestamp, arrival: Timestamp) -> JudgedStamp {
        // Nearly all are a little old: the moment 1,024 weeks later lies ahead.
        let ahead = stamp.millisecondsSince(arrival)
        if hasClock, ahead <= Self.farthestAhead, ahead > Self.farthestAhead - Self.rollover {
            return JudgedStamp(time: stamp, verdict: .asIs)
        }
        if let repaired = repaired(stamp, arrival: arrival) {
            return JudgedStamp(time: repaired, verdict: .rolledOver)
        }
        guard hasClock, ahead > Self.farthestAhead else {
            return JudgedStamp(time: stamp, verdict: .asIs)
        }
        return JudgedStamp(time: arrival, verdict: .clamped)
    }

    /// The stamp without the rollover, where there was one.
    private func repaired(_ stamp: Timestamp, arrival: Timestamp) -> Timestamp? {
        guard hasClock || stamp < arrival else { return nil }
        let weeks = stamp < arrival ? Self.rollover : -Self.rollover
        let repaired = stamp.advanced(byMilliseconds: weeks)
        let ahead = hasClock ? Self.farthestAhead : Self.farthestBehind
        return (-Self.farthestBehind...ahead).contains(repaired.millisecondsSince(arrival)) ? repaired : nil
    }

    /// 60 s.
    static let farthestAhead: Int64 = 60_000
    /// 30 days.
    private static let farthestBehind: Int64 = 30 * 86_400_000
    /// 1,024 weeks.
    private static let rollover: Int64 = 1_024 * 7 * 86_400_000
}
