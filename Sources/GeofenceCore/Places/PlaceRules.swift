/// Whether and how visits and zones of devices are found.
public struct PlaceRules: Hashable, Sendable {
    /// What makes a stay a visit.
    public var visits = VisitRules()
    /// How visits become zones; nil where they don't.
    public var zones: ZoneRules?
    /// Whose clocks tell night from day.
    public var timeZone = TimeZoneTable.utc
    /// Seconds after its end for which a visit is kept for the zones; above 0; nil for as long as there is room.
    ///
    /// Looked at when a visit ends, once a day at most.
    public var keepFor: Double?

    /// Visits by the defaults, and no zones.
    public init() {}
}
