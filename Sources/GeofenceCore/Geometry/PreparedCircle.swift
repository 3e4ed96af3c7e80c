/// A circle prepared for many distances.
struct PreparedCircle {
    /// The middle.
    private let center: GeodesicPoint
    /// Metres.
    let radius: Double

    init(_ circle: Circle) {
        center = GeodesicPoint(circle.center)
        radius = circle.radius
    }

    /// Measures how far a place lies outside of the edge, in metres; negative inside, 0 on the edge.
    func signedDistance(to place: GeodesicPoint) -> Double {
        Geodesic.distance(center, place) - radius
    }
}
