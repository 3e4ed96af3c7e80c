internal import CLibrary

extension BoundingBox {
    /// Makes a box of all places within some metres of a place, a little too large and never too small.
    ///
    /// In reduced latitude β a step on the ellipsoid is at least as long as on a sphere of its polar radius,
    /// ds² = (a² sin² β + b² cos² β) dβ² + a² cos² β dλ² ≥ b² (dβ² + cos² β dλ²), so the places lie within a
    /// cap of that sphere with the angular radius metres / b. A cap that holds no pole reaches asin(sin
    /// radius / cos β) to both sides.
    init(around place: Coordinate, metres: Double) {
        self.init(around: GeodesicPoint(place), metres: metres)
    }

    /// Makes a box around a prepared place.
    init(around point: GeodesicPoint, metres: Double) {
        let radius = (max(0, metres) + Self.allowance) / WGS84.polarRadius
        let latitude = atan2(point.sine, point.cosine)
        let south = max(-90, Self.degrees(reduced: latitude - radius) - Self.slack)
        let north = min(90, Self.degrees(reduced: latitude + radius) + Self.slack)
        let ratio = sin(radius) / point.cosine
        guard south > -90, north < 90, ratio < Self.steepest else {
            self.init(south: south, north: north)
            return
        }
        let side = asin(ratio) * (180 / .pi) + Self.slack
        self.init(
            south: south,
            west: Self.wrapped(point.longitude - side),
            north: north,
            east: Self.wrapped(point.longitude + side)
        )
    }

    /// Metres added for the rounding of distances and of places near a pole, a hundred times what was
    /// measured.
    private static let allowance = 1e-6
    /// Degrees added for the rounding of an angle.
    static let slack = 1e-9
    /// The sine beyond which the angle is too sensitive to rounding; all longitudes are taken instead.
    private static let steepest = 1 - 1e-9

    /// The latitude in degrees, up to a pole, that belongs to a reduced latitude in radians.
    static func degrees(reduced latitude: Double) -> Double {
        guard abs(latitude) < .pi / 2 else { return latitude < 0 ? -90 : 90 }
        return atan(tan(latitude) / (1 - WGS84.flattening)) * (180 / .pi)
    }

    /// The same meridian from -180 to 180, for one less than half a turn beyond.
    static func wrapped(_ longitude: Double) -> Double {
        longitude > 180 ? longitude - 360 : (longitude < -180 ? longitude + 360 : longitude)
    }
}

extension Circle {
    /// A box of all places within `reach` metres of the circle or in it, a little too large and never too
    /// small.
    func box(reach: Double) -> BoundingBox {
        BoundingBox(around: center, metres: radius + reach)
    }
}
