/// What is inside of edges: a place from which a walk to the north pole crosses an odd number of them.
struct Interior: Sendable {
    private let columns: LongitudeColumns
    /// Stretches of longitude along the north pole that count as crossed, from west to east.
    private let caps: [ClosedRange<Double>]

    init(_ tree: EdgeTree, caps: [StripEdge]) {
        columns = LongitudeColumns(tree.spans)
        self.caps = caps.map {
            min($0.start.longitude, $0.end.longitude)...max($0.start.longitude, $0.end.longitude)
        }
    }

    /// Whether a place is inside; on an edge either answer may come.
    ///
    /// An edge spans its longitudes but for the eastern end, so that a walk through a corner crosses one of
    /// two edges, or both, or none.
    func contains(_ place: GeodesicPoint, _ tree: EdgeTree) -> Bool {
        let longitude = place.longitude == 180 ? -180 : place.longitude
        var isInside = false
        columns.forEach(at: longitude) { edge in
            let (start, end) = (tree.vertices[edge].point, tree.vertices[edge + 1].point)
            guard (start.longitude <= longitude) != (end.longitude <= longitude) else { return }
            let (east, north) = (end.longitude - start.longitude, end.latitude - start.latitude)
            let height = (start.latitude - place.latitude) * east + north * (longitude - start.longitude)
            if (height > 0) == (east > 0), height != 0 { isInside.toggle() }
        }
        for cap in caps where cap.lowerBound <= longitude && longitude < cap.upperBound { isInside.toggle() }
        return isInside
    }
}

extension EdgeTree {
    /// The longitudes of both ends of every edge, by its first corner; nil where none begins.
    fileprivate var spans: [(Double, Double)?] {
        vertices.indices.map { index in
            guard vertices[index].sag >= 0 else { return nil }
            return (vertices[index].point.longitude, vertices[index + 1].point.longitude)
        }
    }

    /// The length of all edges in metres.
    var length: Double {
        vertices.indices.reduce(0) { sum, index in
            guard vertices[index].sag >= 0 else { return sum }
            return sum + (vertices[index + 1].space - vertices[index].space).square.squareRoot()
        }
    }
}
