/// A box in space that holds a stretch of a line.
struct SpaceBox {
    private var lowX = Double.infinity, lowY = Double.infinity, lowZ = Double.infinity
    private var highX = -Double.infinity, highY = -Double.infinity, highZ = -Double.infinity

    /// Nothing yet.
    init() {}

    /// Takes in a point and what is within some metres of it.
    mutating func add(_ point: SpacePoint, margin: Double) {
        (lowX, highX) = (min(lowX, point.x - margin), max(highX, point.x + margin))
        (lowY, highY) = (min(lowY, point.y - margin), max(highY, point.y + margin))
        (lowZ, highZ) = (min(lowZ, point.z - margin), max(highZ, point.z + margin))
    }

    /// Takes in another box.
    mutating func add(_ other: SpaceBox) {
        (lowX, highX) = (min(lowX, other.lowX), max(highX, other.highX))
        (lowY, highY) = (min(lowY, other.lowY), max(highY, other.highY))
        (lowZ, highZ) = (min(lowZ, other.lowZ), max(highZ, other.highZ))
    }

    /// The square of the distance of a point from the box in metres; 0 in it, infinite where it is empty.
    @inline(__always)
    func squareDistance(to point: SpacePoint) -> Double {
        let x = max(0, max(lowX - point.x, point.x - highX))
        let y = max(0, max(lowY - point.y, point.y - highY))
        let z = max(0, max(lowZ - point.z, point.z - highZ))
        return x * x + y * y + z * z
    }

    /// How promising the box is for a point: its distance, and a share of that of its middle, which shows
    /// boxes around the point apart.
    @inline(__always)
    func rank(for point: SpacePoint) -> Double {
        let middle = SpacePoint(x: (lowX + highX) / 2, y: (lowY + highY) / 2, z: (lowZ + highZ) / 2)
        return squareDistance(to: point) + (middle - point).square / 4
    }

    /// The length of its diagonal in metres.
    var width: Double {
        SpacePoint(x: highX - lowX, y: highY - lowY, z: highZ - lowZ).square.squareRoot()
    }
}
