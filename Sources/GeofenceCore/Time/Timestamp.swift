/// A moment in time, in whole milliseconds since 1970-01-01T00:00:00Z.
///
/// Leap seconds do not exist here, as in Unix time.
public struct Timestamp: Hashable, Comparable, Sendable {
    /// Milliseconds since 1970-01-01T00:00:00Z; negative before.
    public let milliseconds: Int64

    /// Makes the moment that many milliseconds after 1970-01-01T00:00:00Z.
    public init(milliseconds: Int64) {
        self.milliseconds = milliseconds
    }

    /// A moment later than every observation.
    public static let distantFuture = Timestamp(milliseconds: .max)

    /// A moment earlier than every observation.
    public static let distantPast = Timestamp(milliseconds: .min)

    /// Whether `a` is before `b`.
    public static func < (a: Timestamp, b: Timestamp) -> Bool {
        a.milliseconds < b.milliseconds
    }

    /// This moment moved by a number of milliseconds; stops at the ends of the range instead of overflowing.
    public func advanced(byMilliseconds delta: Int64) -> Timestamp {
        let (sum, overflow) = milliseconds.addingReportingOverflow(delta)
        guard overflow else { return Timestamp(milliseconds: sum) }
        return delta > 0 ? .distantFuture : .distantPast
    }

    /// Milliseconds from another moment to this one; negative where the other is later.
    public func millisecondsSince(_ other: Timestamp) -> Int64 {
        let (difference, overflow) = milliseconds.subtractingReportingOverflow(other.milliseconds)
        guard overflow else { return difference }
        return other.milliseconds < 0 ? .max : .min
    }
}
