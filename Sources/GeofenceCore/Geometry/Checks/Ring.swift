/// A closed line of corners without repetitions, ready to be cut into edges.
struct Ring {
    let name: RingName
    /// The corners in order; the last is the first again, some turns on.
    var corners: [Position] = []
    /// The place of each corner in the ring as it was given, counted from 0.
    var numbers: [Int] = []
    /// The latitude of the pole that it goes up to along a meridian and down again, ±90; nil for other rings.
    var pole: Double?

    /// The number of edges, and of corners.
    var count: Int { corners.count - 1 }
    /// How often it goes round the Earth eastwards.
    var turns: Int { corners[0].turns(to: corners[count]) ?? 0 }

    /// Takes the positions, checked to be closed.
    init(_ positions: [Position], name: RingName) throws(ShapeError) {
        self.name = name
        try Self.checkClosed(positions, name)
        for (number, position) in positions.enumerated() where position != corners.last {
            corners.append(position)
            numbers.append(number)
        }
        unseam()
        try checkCorners()
    }

    /// The name of an edge, counted from 0 among those without repetitions.
    func edge(_ edge: Int) -> EdgeName {
        EdgeName(ring: name, edge: numbers[edge] + 1, start: corners[edge], end: corners[edge + 1])
    }

    private static func checkClosed(_ positions: [Position], _ name: RingName) throws(ShapeError) {
        guard let first = positions.first, let last = positions.last else {
            throw .tooFewCorners(name, corners: 0)
        }
        let isRound = first.latitude == last.latitude && (first.turns(to: last) ?? 0) != 0
        guard first == last || isRound else { throw .open(name, first: first, last: last) }
    }

    private func checkCorners() throws(ShapeError) {
        var distinct: Set<Position> = []
        for corner in corners.dropLast() where distinct.count < 3 { distinct.insert(corner) }
        let isRound = corners[0] != corners[corners.count - 1]
        guard distinct.count >= 3 || isRound && corners.count > 1 else {
            throw .tooFewCorners(name, corners: distinct.count)
        }
        for edge in 0..<count where corners[edge].goesLongWay(to: corners[edge + 1]) {
            throw .longWay(self.edge(edge))
        }
    }
}
