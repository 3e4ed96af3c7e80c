/// The nearest of many places to a place: a k-d tree that never changes.
///
/// Right everywhere, the poles and the antimeridian included, because it is a tree over points in space. Each
/// place is kept as a point of the unit sphere, by its reduced latitude; the sphere is the ellipsoid
/// stretched along its axis, so a way of g metres along the ellipsoid is one of at most g / b there, where b
/// is the polar radius. That bounds how far a search has to look; what it finds is measured along the
/// ellipsoid.
///
/// About 37 bytes a place.
public struct PointIndex: Sendable {
    /// The places in the order of the tree.
    let places: [Coordinate]
    /// The points of the places, in the order of the tree.
    let points: [UnitPoint]
    /// Which place of those given it is, in the order of the tree.
    let numbers: [UInt32]
    /// Where in the tree each place is, by its number.
    private let positions: [UInt32]
    /// Where the nodes part their places: node 1 is the root, 2i and 2i + 1 are the halves of node i.
    let splits: [Split]

    /// Where a node parts its places: those of the lower half are not above, those of the upper half not
    /// below.
    struct Split {
        var axis: UInt8
        var value: Float
    }

    /// Most places of a leaf.
    static let leafSize = 8

    /// Builds the index of places, which are known by their number in the array from then on.
    ///
    /// - Complexity: O(n log n): a million places take about a second.
    /// - Precondition: at most 2³¹ places.
    public init(_ places: [Coordinate]) {
        var builder = PointIndexBuilder(places)
        builder.build()
        numbers = builder.numbers
        splits = builder.splits
        points = builder.points
        self.places = builder.numbers.map { places[Int($0)] }
        var positions = [UInt32](repeating: 0, count: places.count)
        for (position, number) in builder.numbers.enumerated() { positions[Int(number)] = UInt32(position) }
        self.positions = positions
    }

    /// Where a place is, by its number.
    public subscript(number: Int) -> Coordinate { places[Int(positions[number])] }

    /// How many places it holds.
    public var count: Int { places.count }
}
