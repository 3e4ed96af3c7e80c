/// What a zone is to the person.
public enum ZoneLabel: String, Hashable, Sendable, CaseIterable {
    /// Where the person lives.
    case home
    /// Where the person works, or learns.
    case work
    /// Neither.
    case other
}

/// How sure it is what a zone is, each 0 to 1.
///
/// Both scores are reported whatever the zone is called. Both are 0 where it is known from one stretch away
/// from home only.
public struct ZoneScores: Hashable, Sendable {
    /// Share of the person's life that is there: of all hours, twice, of nights and of weekends.
    public var home: Double
    /// How regular stays are that are as long as a working day.
    public var work: Double
    /// Which of the two it is, or other: one label, as what is home is not called work as well.
    public var labels: [ZoneLabel]

    /// What is neither.
    static let none = ZoneScores(home: 0, work: 0, labels: [.other])

    /// Neither of the two.
    public var other: Double { 1 - max(home, work) }

    /// Makes scores.
    public init(home: Double, work: Double, labels: [ZoneLabel]) {
        (self.home, self.work, self.labels) = (home, work, labels)
    }
}
