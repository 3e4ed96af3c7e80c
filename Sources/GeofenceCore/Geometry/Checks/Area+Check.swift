extension Area {
    /// Finds the first thing that is wrong.
    func check() throws(ShapeError) {
        let rings = try rings()
        let outline = Outline(rings: rings)
        let forest = try CrossingCheck(outline, rings).run()
        try NestingCheck.run(outline, rings, forest.suspects(rings.map(\.name)))
        guard !outline.edges.isEmpty || !outline.seams.isEmpty else { throw .everywhere }
    }

    /// The rings of all polygons.
    func rings() throws(ShapeError) -> [Ring] {
        guard !polygons.isEmpty else { throw .noPolygons }
        let count = polygons.reduce(0) { $0 + $1.reduce(0) { $0 + $1.count } }
        guard count <= Self.maximumPositions else { throw .tooManyPositions(count) }
        let degrees = polygons.reduce(0) { $0 + $1.reduce(0) { $0 + Position.degrees(of: $1) } }
        guard degrees <= Self.maximumDegrees else { throw .tooLong(degrees: degrees) }
        var rings: [Ring] = []
        for (polygon, parts) in polygons.enumerated() {
            guard !parts.isEmpty else { throw .noRings(polygon: polygon + 1) }
            for (ring, positions) in parts.enumerated() {
                let name = RingName(polygon: polygon + 1, ring: ring + 1)
                rings.append(try Ring(positions, name: name))
            }
        }
        return rings
    }
}
