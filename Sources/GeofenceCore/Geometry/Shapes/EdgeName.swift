/// Which edge of an area is meant.
public struct EdgeName: Hashable, Sendable, CustomStringConvertible {
    /// The ring it belongs to.
    public let ring: RingName
    /// The edge in its ring, counted from 1: the first goes from the first position to the second.
    public let edge: Int
    /// Where it begins.
    public let start: Position
    /// Where it ends.
    public let end: Position

    /// For a person.
    public var description: String { "edge \(edge) of \(ring), \(start) to \(end)" }
}
