import GeofenceCore

extension Circle {
    /// Corners of a circle that is drawn as a polygon.
    static let corners = 64

    /// The circle as a ring of 64 places on it, counterclockwise from the north, closed.
    ///
    /// Longitudes go on beyond ±180. A circle around a pole is a line that does not close; it is a drawing
    /// all the same.
    var outline: [Position] {
        var ring: [Position] = []
        for corner in 0..<Self.corners {
            let bearing = -360 * Double(corner) / Double(Self.corners)
            let place = Geodesic.destination(from: center, bearing: bearing, distance: radius)
            let gap = place.longitude - (ring.last?.longitude ?? center.longitude)
            let turns = abs(gap) > 180 ? -(gap / 360).rounded() * 360 : 0
            guard let next = try? Position(longitude: place.longitude + turns, latitude: place.latitude)
            else { continue }
            ring.append(next)
        }
        return ring + ring.prefix(1)
    }
}

extension Rectangle {
    /// The rectangle as a ring, counterclockwise from the south-west, closed; parallels are halved where they
    /// are long.
    var outline: [Position] {
        let width = east > west ? east - west : east - west + 360
        let steps = width > 170 ? 4 : 1
        let along = (0...steps).map { west + width * Double($0) / Double(steps) }
        let ring = along.map { ($0, south) } + along.reversed().map { ($0, north) } + [(west, south)]
        return ring.compactMap { try? Position(longitude: $0, latitude: $1) }
    }
}
