/// How visits become zones.
///
/// The defaults were chosen by simulation; <doc:PlacesPeopleLive> has the tables.
public struct ZoneRules: Hashable, Sendable {
    /// Share of a zone's visits that its gate lets in; a visit within belongs to it; above 0, below 1.
    public var gate = 0.99
    /// Metres; no zone scatters less than this (one sigma), as no phone is better from day to day; above 0.
    public var floor = 40.0
    /// Metres; no zone scatters more than this (one sigma), lest it swallow its neighbours; not below
    /// `floor`.
    public var ceiling = 50.0
    /// Times a visit's accuracy in metres makes the scatter (one sigma) of the zone that it founds; 0 or
    /// more.
    public var accuracyFactor = 2.0
    /// Two zones are one where their centers are no farther apart than this many sigmas of both; 0 for never.
    public var mergeWithin = 2.0
    /// A zone may be spurious once this many visits have come after the one that founded it; 0 or more.
    public var minAge = 5
    /// The least accumulator, in visits, of a zone that is not spurious; 0 for any.
    public var minMass = 3.0
    /// Most visits that are kept of a device; with more the oldest tenth is forgotten; 10 to 60,000.
    public var capacity = 1_000

    /// The defaults.
    public init() {}

    /// The variances that a zone may have.
    var variances: ClosedRange<Double> { floor * floor...max(floor, ceiling) * max(floor, ceiling) }

    /// Why the rules can't be, for a person; nil where they can.
    public var problem: String? {
        if !(gate > 0 && gate < 1) { return "a gate is a share above 0 and below 1, not \(gate)" }
        if !(floor > 0 && floor <= 1_000) {
            return "the floor is above 0 and at most 1000 metres, not \(floor)"
        }
        if !(ceiling >= floor && ceiling <= 1_000) {
            return "the ceiling is from the floor to 1000 metres, not \(ceiling)"
        }
        if !(accuracyFactor >= 0 && accuracyFactor <= 100) {
            return "the accuracy counts 0 to 100 times, not \(accuracyFactor)"
        }
        if !(mergeWithin >= 0 && mergeWithin <= 10) {
            return "zones are merged within 0 to 10 sigmas, not \(mergeWithin)"
        }
        if minAge < 0 { return "the least age is 0 or more visits, not \(minAge)" }
        if !(minMass >= 0) { return "the least mass is 0 or more visits, not \(minMass)" }
        return (10...60_000).contains(capacity) ? nil : "10 to 60000 visits are kept, not \(capacity)"
    }
}
