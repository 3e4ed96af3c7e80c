/// A place that a device returns to, as it is reported.
public struct Zone: Hashable, Sendable {
    /// When the first of its visits began, to the second: what it is known by.
    ///
    /// Of two zones that are merged the elder's stays, and so it does when visits are purged as long as most
    /// of the zone remains.
    public var id: Timestamp
    /// The mean of its visits.
    public var center: Coordinate
    /// How likely the next visit is to be here: the accumulator over the sum of all; above 0 to 1.
    public var prior: Double
    /// How many visits have shaped it.
    public var age: Int
    /// The sum of the shares of those visits that are this zone's.
    public var accumulator: Double
    /// How its visits scatter, in m², east and north of the center.
    public var covariance: Covariance
    /// How many visits belong to it.
    public var visits: Int
    /// The first arrival.
    public var start: Timestamp
    /// The last departure.
    public var end: Timestamp
    /// Seconds of all its visits.
    public var duration: Int64
    /// Hours spent there by hour of the week in local time: Monday 0:00 first, 168 numbers.
    public var week: [Double]
    /// What it is to the person.
    public var labels: [ZoneLabel]
    /// How sure that is.
    public var scores: ZoneScores
}
