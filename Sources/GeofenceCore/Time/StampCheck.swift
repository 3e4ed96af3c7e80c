/// Judges the stamp of an observation against the moment it arrived.
///
/// Two things go wrong with the clocks of devices that can be told for certain: a stamp from the future, and one that is 1,024 weeks off
/// because a receiver counts the weeks of GPS with ten bits (IS-GPS-200, 20.3.3.3.1.1).
public struct StampCheck: Hashable, Sendable {
    /// Whether stamps from the future become the moment of arrival: live they do; a replay has no other time than its stamps.
    public let clamps: Bool

    /// Makes a check.
    public init(clamps: Bool) {
        self.clamps = clamps
    }

    /// Judges a stamp.
    ///
    /// A stamp that lies from 30 days before arrival to 60 s after it once 1,024 weeks are added or taken away is repaired that way; another
    /// one more than 60 s after arrival becomes the arrival; all others stay, however old. Both ends of each range belong to it.
    public func judge(_ stamp: Timestamp, arrival: Timestamp) -> JudgedStamp {
        if let repaired = Self.repaired(stamp, arrival: arrival) {
            return JudgedStamp(time: repaired, verdict: .rolledOver)
        }
        guard clamps, stamp.millisecondsSince(arrival) > Self.farthestAhead else {
            return JudgedStamp(time: stamp, verdict: .asIs)
        }
        return JudgedStamp(time: arrival, verdict: .clamped)
    }

    /// The stamp without the rollover, where there was one.
    private static func repaired(_ stamp: Timestamp, arrival: Timestamp) -> Timestamp? {
        let weeks = stamp < arrival ? rollover : -rollover
        let repaired = stamp.advanced(byMilliseconds: weeks)
        let lead = repaired.millisecondsSince(arrival)
        return lead >= -farthestBehind && lead <= farthestAhead ? repaired : nil
    }

    /// 60 s.
    private static let farthestAhead: Int64 = 60_000
    /// 30 days.
    private static let farthestBehind: Int64 = 30 * 86_400_000
    /// 1,024 weeks.
    private static let rollover: Int64 = 1_024 * 7 * 86_400_000
}
