internal import CLibrary

/// A place as a point of the unit sphere, by its reduced latitude.
///
/// Single precision: each part is within 6e-8, which is 0.4 m on the Earth.
struct UnitPoint {
    var x, y, z: Float

    /// The place's point, rounded.
    init(_ place: Coordinate) {
        let point = GeodesicPoint(place)
        let meridian = place.longitude * (Double.pi / 180)
        x = Float(point.cosine * cos(meridian))
        y = Float(point.cosine * sin(meridian))
        z = Float(point.sine)
    }

    init(x: Float, y: Float, z: Float) {
        (self.x, self.y, self.z) = (x, y, z)
    }

    /// One of its three parts.
    @inline(__always)
    subscript(axis: UInt8) -> Float {
        get { axis == 0 ? x : (axis == 1 ? y : z) }
        set { if axis == 0 { x = newValue } else if axis == 1 { y = newValue } else { z = newValue } }
    }

    /// The square of its distance from the middle.
    @inline(__always)
    var square: Float { x * x + y * y + z * z }

    /// The square of the straight distance.
    @inline(__always)
    func square(to other: UnitPoint) -> Float {
        let (dx, dy, dz) = (x - other.x, y - other.y, z - other.z)
        return dx * dx + dy * dy + dz * dz
    }

    /// The square of the longest straight distance on the unit sphere that a way of so many metres along the
    /// ellipsoid may have.
    ///
    /// A chord grows with its way up to half the circle. Rounding of both points and of the sums is allowed
    /// for: 4e-7, or 2.5 m.
    static func square(metres: Double) -> Float {
        let half = min(metres / (2 * WGS84.polarRadius), .pi / 2)
        let chord = 2 * sin(half) + slack
        return Float(chord * chord).nextUp
    }

    private static let slack = 4e-7
}
