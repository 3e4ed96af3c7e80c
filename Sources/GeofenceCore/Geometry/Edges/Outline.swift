/// The edges of a shape, cut along the antimeridian and laid out on the map.
///
/// What lies on the antimeridian is no edge where two of it meet: there both sides are inside. Edges along a pole have no length; those
/// at the north pole are kept for the question what is inside.
struct Outline {
    /// All edges but those on the antimeridian and along a pole, in the order of their rings.
    private(set) var edges: [StripEdge] = []
    /// Edges on the antimeridian, without those that cancel out.
    private(set) var seams: [StripEdge] = []
    /// Edges along the north pole.
    private(set) var caps: [StripEdge] = []

    /// The edges of rings.
    init(rings: [Ring]) {
        edges.reserveCapacity(rings.reduce(0) { $0 + $1.count })
        var seams: [StripEdge] = []
        for (index, ring) in rings.enumerated() {
            for edge in 0..<ring.count {
                let (start, end) = (ring.corners[edge], ring.corners[edge + 1])
                StripCutter(ring: Int32(index), edge: Int32(edge)).cut(start, end) { place($0, &seams) }
            }
            if ring.holdsNorthPole { caps.append(Self.cap(west: -180, east: 180, ring: index)) }
        }
        self.seams = SeamParity(seams).remaining
    }

    /// The edges of a rectangle.
    init(_ rectangle: Rectangle) {
        let (west, east) = (rectangle.west, rectangle.east)
        guard west > east else {
            add(rectangle, west: west, east: east)
            return
        }
        if west < 180 { add(rectangle, west: west, east: 180) }
        if east > -180 { add(rectangle, west: -180, east: east) }
    }

    private mutating func add(_ rectangle: Rectangle, west: Double, east: Double) {
        let corners = [
            StripPoint(longitude: west, latitude: rectangle.south),
            StripPoint(longitude: east, latitude: rectangle.south),
            StripPoint(longitude: east, latitude: rectangle.north),
            StripPoint(longitude: west, latitude: rectangle.north),
        ]
        var seams: [StripEdge] = []
        for side in 0..<4 {
            let (start, end) = (corners[side], corners[(side + 1) % 4])
            place(StripEdge(start: start, end: end, ring: 0, edge: Int32(side)), &seams)
        }
        guard !rectangle.isRound, rectangle.west <= rectangle.east else { return }
        self.seams += SeamParity(seams).remaining
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
