internal import CLibrary

/// How places scatter in a plane, in m².
public struct Covariance: Hashable, Sendable {
    /// Variance eastward.
    public var east: Double
    /// Covariance of east and north.
    public var cross: Double
    /// Variance northward.
    public var north: Double

    /// Makes a covariance.
    public init(east: Double, cross: Double, north: Double) {
        (self.east, self.cross, self.north) = (east, cross, north)
    }

    /// The same in all directions.
    init(sigma: Double) { self.init(east: sigma * sigma, cross: 0, north: sigma * sigma) }

    /// In m⁴; that of the precision is its inverse, since nothing else is kept.
    var determinant: Double { east * north - cross * cross }

    /// The square of the Mahalanobis distance of an offset from the mean.
    func squaredDistance(_ offset: Offset) -> Double {
        let (x, y) = (offset.east, offset.north)
        return (north * x * x - 2 * cross * x * y + east * y * y) / determinant
    }

    /// Variances along the longer and the shorter axis, and the direction of the longer as a unit vector.
    ///
    /// In the plane the two are (a + c) / 2 ± √(((a - c) / 2)² + b²).
    var axes: (long: Double, short: Double, direction: Offset) {
        let (middle, half) = ((east + north) / 2, (east - north) / 2)
        let root = hypot(half, cross)
        guard root > 0 else { return (middle, middle, Offset(east: 1, north: 0)) }
        let angle = atan2(cross, half) / 2
        return (middle + root, middle - root, Offset(east: cos(angle), north: sin(angle)))
    }

    /// The same axes, with each variance brought into a range.
    func clamped(to range: ClosedRange<Double>) -> Covariance {
        let (long, short, direction) = axes
        guard short < range.lowerBound || long > range.upperBound else { return self }
        func clamp(_ value: Double) -> Double { min(range.upperBound, max(range.lowerBound, value)) }
        return Covariance(long: clamp(long), short: clamp(short), direction: direction)
    }

    /// From variances along two axes.
    init(long: Double, short: Double, direction: Offset) {
        let (x, y) = (direction.east, direction.north)
        self.init(
            east: long * x * x + short * y * y,
            cross: (long - short) * x * y,
            north: long * y * y + short * x * x
        )
    }

    /// As seen in another plane, in which this one's east points in a direction.
    func turned(to eastward: Offset) -> Covariance {
        let (x, y) = (eastward.east, eastward.north)
        return Covariance(
            east: x * x * east - 2 * x * y * cross + y * y * north,
            cross: x * y * (east - north) + (x * x - y * y) * cross,
            north: y * y * east + 2 * x * y * cross + x * x * north
        )
    }

    static func + (a: Covariance, b: Covariance) -> Covariance {
        Covariance(east: a.east + b.east, cross: a.cross + b.cross, north: a.north + b.north)
    }

    static func * (factor: Double, a: Covariance) -> Covariance {
        Covariance(east: factor * a.east, cross: factor * a.cross, north: factor * a.north)
    }

    /// The product of an offset with itself.
    static func square(_ offset: Offset) -> Covariance {
        Covariance(
            east: offset.east * offset.east,
            cross: offset.east * offset.north,
            north: offset.north * offset.north
        )
    }
}
