/// One of the places nearest to a place.
public struct Neighbour: Hashable, Sendable {
    /// The place's number among those that the index was built of.
    public let number: Int
    /// Where it is.
    public let place: Coordinate
    /// Metres along the ellipsoid.
    public let distance: Double

    /// Whether it comes before another: the nearer one, of two as near the one with the lower number.
    @inline(__always)
    func isBefore(_ other: Neighbour) -> Bool {
        distance < other.distance || (distance == other.distance && number < other.number)
    }
}
