/// A stay of a device in one place.
///
/// The arrival distinguishes two visits of a device; it is the time of a fix, so a second detector that gets
/// the same fixes finds the same.
public struct Visit: Hashable, Sendable {
    /// The time of the first fix.
    public var arrival: Timestamp
    /// The time of the last fix inside, or of the end of a silence after it that was spent there; nil while
    /// the visit lasts.
    public var departure: Timestamp?
    /// The last fix inside so far, or in all.
    public var lastInside: Timestamp
    /// The mean of its fixes, each weighted by the inverse square of its accuracy.
    public var center: Coordinate
    /// Metres that hold the truth of one of its fixes with 68 % probability: the root mean square, weighted
    /// as the center is.
    ///
    /// It does not shrink with the number of fixes, since errors of a phone at rest are much the same from
    /// fix to fix. Nil where no fix reported its own.
    public var accuracy: Double?
    /// How many fixes it has.
    public var fixes: Int

    /// Makes a visit.
    public init(
        arrival: Timestamp,
        departure: Timestamp?,
        lastInside: Timestamp,
        center: Coordinate,
        accuracy: Double?,
        fixes: Int
    ) {
        (self.arrival, self.departure, self.lastInside) = (arrival, departure, lastInside)
        (self.center, self.accuracy, self.fixes) = (center, accuracy, fixes)
    }

    /// Seconds from the arrival to the departure, or to the last fix inside while the visit lasts.
    public var duration: Double {
        Double((departure ?? lastInside).millisecondsSince(arrival)) / 1000
    }
}

/// What a detector reports of a visit.
public enum VisitReport: Hashable, Sendable {
    /// The stay has become certain: it has three fixes and has lasted long enough.
    case arrival(Visit)
    /// The stay has ended.
    case departure(Visit)
}
