extension SpacePoint {
    @inline(__always)
    static func + (first: SpacePoint, second: SpacePoint) -> SpacePoint {
        SpacePoint(x: first.x + second.x, y: first.y + second.y, z: first.z + second.z)
    }

    @inline(__always)
    static func - (first: SpacePoint, second: SpacePoint) -> SpacePoint {
        SpacePoint(x: first.x - second.x, y: first.y - second.y, z: first.z - second.z)
    }

    @inline(__always)
    static func * (factor: Double, point: SpacePoint) -> SpacePoint {
        SpacePoint(x: factor * point.x, y: factor * point.y, z: factor * point.z)
    }

    /// The scalar product.
    @inline(__always)
    func dot(_ other: SpacePoint) -> Double {
        x * other.x + y * other.y + z * other.z
    }

    /// The square of its distance from the middle.
    @inline(__always)
    var square: Double { dot(self) }
}
