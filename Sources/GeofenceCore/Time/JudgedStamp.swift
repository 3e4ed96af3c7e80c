/// The time an observation is taken to be from, and why.
public struct JudgedStamp: Hashable, Sendable {
    /// What became of the stamp.
    public enum Verdict: Hashable, Sendable {
        /// It stays.
        case asIs
        /// It was too far ahead and became the moment of arrival.
        case clamped
        /// It was 1,024 weeks off and was repaired.
        case rolledOver
    }

    /// When.
    public let time: Timestamp
    /// Why.
    public let verdict: Verdict

    /// Makes a judgement.
    public init(time: Timestamp, verdict: Verdict) {
        self.time = time
        self.verdict = verdict
    }
}
