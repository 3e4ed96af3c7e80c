/// A circle prepared for many distances.
struct PreparedCircle {
    /// The middle.
    private let center: GeodesicPoint
    /// Metres.
    let radius: Double

    /// What stands where there is no circle: its radius is 0, which none has.
    static let none = PreparedCircle()

    private init() { (center, radius) = (GeodesicPoint(longitude: 0, latitude: 0), 0) }

    init(_ circle: Circle) {
        center = GeodesicPoint(circle.center)
        radius = circle.radius
    }

    /// A box of all places within `reach` metres of the circle or in it, a little too large and never too
    /// small.
    func box(reach: Double) -> BoundingBox {
        BoundingBox(around: center, metres: radius + reach)
    }

    /// Measures how far a place lies outside of the edge, in metres; negative inside, 0 on the edge.
    @inline(__always)
    func signedDistance(to place: GeodesicPoint) -> Double {
        Geodesic.distance(center, place) - radius
    }

    /// Where its center lies in the plane that touches the Earth at a place.
    func center(seenFrom place: GeodesicPoint) -> Offset { place.offset(of: center) }
}
