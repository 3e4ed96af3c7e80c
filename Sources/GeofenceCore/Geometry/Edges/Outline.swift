/// The edges of a shape, cut along the antimeridian and laid out on the map.
///
/// What lies on the antimeridian is no edge where two of it meet: there both sides are inside. Edges along a
/// pole have no length; those at the north pole are kept for the question what is inside.
struct Outline {
    /// All edges but those on the antimeridian and along a pole, in the order of their rings.
    private(set) var edges: [StripEdge] = []
    /// Edges on the antimeridian, without those that cancel out.
    private(set) var seams: [StripEdge] = []
    /// Whether an edge lies on the antimeridian, also one that cancels out.
    private(set) var liesOnAntimeridian = false
    /// Edges along the north pole.
    private(set) var caps: [StripEdge] = []

    /// The edges of rings.
    init(rings: [Ring]) {
        edges.reserveCapacity(rings.reduce(0) { $0 + $1.count })
        var seams: [StripEdge] = []
        for (index, ring) in rings.enumerated() {
            let first = edges.count
            for edge in 0..<ring.count {
                let (start, end) = (ring.corners[edge], ring.corners[edge + 1])
                StripCutter(ring: Int32(index), edge: Int32(edge)).cut(start, end) { place($0, &seams) }
            }
            if ring.turns != 0 { join(from: first) }
            if ring.holdsNorthPole { caps.append(Self.cap(west: -180, east: 180, ring: index)) }
        }
        liesOnAntimeridian = !seams.isEmpty
        self.seams = SeamParity(seams).remaining
    }

    /// The edges of a rectangle, anticlockwise.
    init(_ rectangle: Rectangle) {
        let west = rectangle.west == 180 ? -180 : rectangle.west
        let east = rectangle.east == -180 ? 180 : rectangle.east
        var seams: [StripEdge] = []
        if west < east {
            add(rectangle, west: west, east: east, &seams)
        } else {
            add(rectangle, west: west, east: 180, &seams)
            add(rectangle, west: -180, east: east, &seams)
        }
        self.seams = SeamParity(seams).remaining
    }

    private mutating func add(
        _ rectangle: Rectangle,
        west: Double,
        east: Double,
        _ seams: inout [StripEdge]
    ) {
        let corners = [
            StripPoint(longitude: west, latitude: rectangle.south),
            StripPoint(longitude: east, latitude: rectangle.south),
            StripPoint(longitude: east, latitude: rectangle.north),
            StripPoint(longitude: west, latitude: rectangle.north),
        ]
        for side in 0..<4 {
            let (start, end) = (corners[side], corners[(side + 1) % 4])
            place(StripEdge(start: start, end: end, ring: 0, edge: Int32(side)), &seams)
        }
    }

    /// Lets a ring that goes round the Earth end where it begins: after 360 degrees there may be a rounding
    /// between both.
    private mutating func join(from first: Int) {
        guard first < edges.count, let last = edges.last else { return }
        let start = edges[first].start
        guard last.end.latitude == start.latitude, abs(last.end.longitude - start.longitude) < 1e-9 else {
            return
        }
        edges[edges.count - 1] = StripEdge(start: last.start, end: start, ring: last.ring, edge: last.edge)
    }

    private mutating func place(_ edge: StripEdge, _ seams: inout [StripEdge]) {
        let (start, end) = (edge.start, edge.end)
        if abs(start.latitude) == 90, start.latitude == end.latitude {
            if start.latitude == 90 { caps.append(edge) }
        } else if abs(start.longitude) == 180, start.longitude == end.longitude {
            seams.append(edge)
        } else {
            edges.append(edge)
        }
    }

    private static func cap(west: Double, east: Double, ring: Int) -> StripEdge {
        StripEdge(
            start: StripPoint(longitude: west, latitude: 90),
            end: StripPoint(longitude: east, latitude: 90),
            ring: Int32(ring),
            edge: 0
        )
    }
}
