/// Edges on the antimeridian, where one on its western side and one on its eastern side take each other away.
struct SeamParity {
    /// What is left, from south to north, with the inside to the left: northwards on 180, southwards on -180.
    private(set) var remaining: [StripEdge] = []
    private var west, east: StripEdge?

    init(_ edges: [StripEdge]) {
        let ends = edges.flatMap { edge in
            [(edge.start.latitude, edge), (edge.end.latitude, edge)]
        }
        .sorted { $0.0 < $1.0 }
        var south = -90.0
        for (latitude, edge) in ends {
            add(from: south, to: latitude)
            toggle(edge)
            south = latitude
        }
    }

    /// Begins or ends the stretch of an edge on its side.
    private mutating func toggle(_ edge: StripEdge) {
        if edge.start.longitude > 0 {
            west = west == nil ? edge : nil
        } else {
            east = east == nil ? edge : nil
        }
    }

    private mutating func add(from south: Double, to north: Double) {
        guard south < north else { return }
        switch (west, east) {
        case (let edge?, nil): remaining.append(part(180, south, north, edge))
        case (nil, let edge?): remaining.append(part(-180, north, south, edge))
        default: return
        }
    }

    private func part(_ longitude: Double, _ start: Double, _ end: Double, _ edge: StripEdge) -> StripEdge {
        StripEdge(
            start: StripPoint(longitude: longitude, latitude: start),
            end: StripPoint(longitude: longitude, latitude: end),
            ring: edge.ring,
            edge: edge.edge
        )
    }
}
