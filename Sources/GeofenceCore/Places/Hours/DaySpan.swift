/// A stretch of a local day, in minutes after its 00:00.
public struct DaySpan: Hashable, Sendable {
    /// When it begins: 0 up to and without 1,440.
    public let from: Int
    /// When it ends: after `from`, at most 2,880, which is 24:00 of the following day; the end itself no
    /// longer belongs to it.
    public let to: Int

    /// The whole day.
    public static let day = DaySpan(unchecked: 0, 1440)

    /// Makes a span; one that does not end after its beginning ends on the following day.
    ///
    /// Nil where a time is no time.
    public init?(from: Int, to: Int) {
        guard (0..<1440).contains(from), (0...2880).contains(to) else { return nil }
        self.init(unchecked: from, to > from ? to : to + 1440)
    }

    private init(unchecked from: Int, _ to: Int) {
        (self.from, self.to) = (from, to)
    }

    /// What is left of it without another span.
    func without(_ other: DaySpan) -> [DaySpan] {
        guard other.from < to, other.to > from else { return [self] }
        let before = from < other.from ? [DaySpan(unchecked: from, other.from)] : []
        return before + (other.to < to ? [DaySpan(unchecked: other.to, to)] : [])
    }
}
