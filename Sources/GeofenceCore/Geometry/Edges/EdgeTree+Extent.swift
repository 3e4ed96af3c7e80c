extension EdgeTree {
    /// All places of the lines, and inside of them.
    func extent(_ interior: Interior?) -> BoundingBox {
        var (south, north) = (90.0, -90.0)
        for vertex in vertices {
            south = min(south, vertex.point.latitude)
            north = max(north, vertex.point.latitude)
        }
        let holdsSouth = holdsPole(-90, interior)
        let holdsNorth = holdsPole(90, interior)
        let (west, east) = sides
        if holdsSouth || holdsNorth {
            return BoundingBox(south: holdsSouth ? -90 : south, north: holdsNorth ? 90 : north)
        }
        return BoundingBox(south: south, west: west, north: north, east: east)
    }

    private func holdsPole(_ latitude: Double, _ interior: Interior?) -> Bool {
        interior?.contains(GeodesicPoint(longitude: 0, latitude: latitude), self) ?? false
    }

    /// The meridians on either side of the widest gap between edges; -180 and 180 where there is none.
    private var sides: (west: Double, east: Double) {
        let spans = vertices.indices.compactMap { index -> (west: Double, east: Double)? in
            guard vertices[index].sag >= 0 else { return nil }
            let (here, next) = (vertices[index].point.longitude, vertices[index + 1].point.longitude)
            return (min(here, next), max(here, next))
        }
        .sorted { $0.west < $1.west }
        guard let first = spans.first else { return (-180, 180) }
        var (west, east) = (first.west, first.east)
        var reach = first.east
        var widest = 0.0
        for span in spans {
            if span.west - reach > widest { (widest, west, east) = (span.west - reach, span.west, reach) }
            reach = max(reach, span.east)
        }
        let round = first.west + 360 - reach
        if round > widest { return (first.west, reach) }
        return widest > 0 ? (west, east) : (-180, 180)
    }
}
