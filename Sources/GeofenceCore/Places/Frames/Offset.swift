/// Metres from the origin of a plane.
struct Offset: Hashable {
    var east: Double
    var north: Double

    static let zero = Offset(east: 0, north: 0)

    /// The square of its length, in m².
    var square: Double { east * east + north * north }

    /// Its length in metres.
    var length: Double { square.squareRoot() }

    static func + (a: Offset, b: Offset) -> Offset {
        Offset(east: a.east + b.east, north: a.north + b.north)
    }

    static func - (a: Offset, b: Offset) -> Offset {
        Offset(east: a.east - b.east, north: a.north - b.north)
    }

    static func * (factor: Double, offset: Offset) -> Offset {
        Offset(east: factor * offset.east, north: factor * offset.north)
    }
}
