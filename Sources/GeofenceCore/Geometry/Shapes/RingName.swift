/// Which ring of an area is meant.
public struct RingName: Hashable, Sendable, CustomStringConvertible {
    /// The polygon, counted from 1.
    public let polygon: Int
    /// The ring in it, counted from 1; the first is the outer one.
    public let ring: Int

    /// For a person.
    public var description: String { "ring \(ring) of polygon \(polygon)" }
}
