import BenchmarkSupport
import CLibrary
import GeofenceCore

/// A square of land with fences: the more there are, the larger it is, so that as many lie around each place.
///
/// One fence with a radius of 50 to 300 m stands somewhere in each cell of 400 m: a place lies in 0.7 circles
/// on average.
struct Terrain {
    let load: Load
    private let side: Int

    static let spacing = 400.0
    static let radii = 50.0..<300

    init(_ load: Load) {
        self.load = load
        side = Int(Double(load.fenceCount).squareRoot().rounded(.up))
    }

    /// Metres from one side of the land to the other.
    var width: Double { Double(side) * Self.spacing }

    /// The fences, in an order that has nothing to do with where they are.
    func fences() throws -> [Fence] {
        var generator = SeededGenerator(seed: 1)
        let cells = (0..<load.fenceCount).shuffled(using: &generator)
        return try cells.enumerated().map { index, cell in
            let east = (Double(cell % side) + generator.uniform()) * Self.spacing
            let north = (Double(cell / side) + generator.uniform()) * Self.spacing
            return try Fence(
                id: Identifier("fence-\(index)"),
                shape: shape(east, north, radius: generator.uniform(Self.radii), &generator),
                groups: load.features.groups(ofFence: index),
                schedule: load.features.schedule,
                rules: load.features.rules
            )
        }
    }

    private func shape(
        _ east: Double,
        _ north: Double,
        radius: Double,
        _ generator: inout SeededGenerator
    )
        throws -> Shape
    {
        switch load.form {
        case .circles:
            let center = try coordinate(east: east, north: north)
            return .circle(try Circle(center: center, radius: radius))
        case .polygons(let corners):
            let count = Int.random(in: corners, using: &generator)
            var ring = try (0..<count).map { corner in
                let angle = 2 * .pi * Double(corner) / Double(count)
                let length = radius * generator.uniform(0.5..<1)
                let place = try coordinate(
                    east: east + length * cos(angle),
                    north: north + length * sin(angle)
                )
                return try Position(longitude: place.longitude, latitude: place.latitude)
            }
            ring.append(ring[0])
            return .area(try Area(polygons: [[ring]]))
        }
    }

    /// The place so many metres from the south-western corner; good enough that none lies too near to
    /// another.
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
