import GeofenceCore

extension Fence {
    /// The middle, and places at and about the edge to the north and to the east, as far as there are such.
    var placesAboutEdge: [Coordinate] {
        guard case .circle(let circle) = shape else { return [] }
        let degrees = circle.radius / 111_200
        let steps: [(Double, Double)] = [(0, 0), (1, 0), (0.999, 0), (1.01, 0), (0, 1), (0, 2)]
        return steps.compactMap { north, east in
            try? Coordinate(
                latitude: min(90, max(-90, circle.center.latitude + north * degrees)),
                longitude: (circle.center.longitude + east * degrees).remainder(dividingBy: 360)
            )
        }
    }
}

extension Coordinate {
    /// The poles, and where longitudes end.
    static var ends: [Coordinate] {
        [(90, 0), (-90, 180), (0, 180), (0, -179.999_999), (0, 0)]
            .compactMap { try? Coordinate(latitude: $0, longitude: $1) }
    }
}
