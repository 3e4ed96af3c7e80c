import BenchmarkSupport
import GeofenceCore

/// A square of land with fences: the more there are, the larger it is, so that as many lie around each place.
///
/// One circle of 50 to 300 m stands somewhere in each cell of 400 m: a place lies in 0.7 of them on average.
struct Terrain {
    let fenceCount: Int
    private let side: Int

    static let spacing = 400.0
    static let radii = 50.0..<300

    init(fenceCount: Int) {
        self.fenceCount = fenceCount
        side = Int(Double(fenceCount).squareRoot().rounded(.up))
    }

    /// Metres from one side of the land to the other.
    var width: Double { Double(side) * Self.spacing }

    /// The fences, in an order that has nothing to do with where they are.
    func fences() throws -> [Fence] {
        var generator = SeededGenerator(seed: 1)
        let cells = (0..<fenceCount).shuffled(using: &generator)
        return try cells.enumerated().map { index, cell in
            let east = (Double(cell % side) + generator.uniform()) * Self.spacing
            let north = (Double(cell / side) + generator.uniform()) * Self.spacing
            let circle = try Circle(
                center: coordinate(east: east, north: north),
                radius: generator.uniform(Self.radii)
            )
            return try Fence(id: Identifier("fence-\(index)"), shape: .circle(circle))
        }
    }

    /// The place so many metres from the south-western corner; good enough that none lies too near to another.
    func coordinate(east: Double, north: Double) throws -> Coordinate {
        try Coordinate(
            latitude: 48 + north / Self.degreeNorth,
            longitude: 8 + east / Self.degreeEast
        )
    }

    /// Metres to a degree in the north–south direction near 50° N, and in the east–west direction.
    private static let degreeNorth = 111_229.0
    private static let degreeEast = 71_696.0
}
