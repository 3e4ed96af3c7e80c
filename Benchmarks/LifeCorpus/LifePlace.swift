package import GeofenceCore

/// A place of a simulated person.
package struct LifePlace: Hashable, Sendable {
    /// What it truly is.
    package var kind: ZoneLabel
    package var name: String
    /// Metres east and north of the city's middle.
    package var east, north: Double
    /// How the middles of visits scatter around it: one sigma along each axis, in metres.
    package var scatter: Double

    package init(
        _ name: String,
        _ kind: ZoneLabel = .other,
        east: Double,
        north: Double,
        scatter: Double = 20
    ) {
        (self.name, self.kind, self.east, self.north, self.scatter) = (name, kind, east, north, scatter)
    }
}
