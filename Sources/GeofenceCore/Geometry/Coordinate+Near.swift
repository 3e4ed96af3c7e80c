extension Coordinate {
    /// Whether two places are certainly nearer to each other than some metres, 0 or more, by two products;
    /// false says nothing.
    ///
    /// No degree of latitude is longer than 111,694 m, none of longitude than 111,320 m. So the way along the
    /// ellipsoid on which both grow evenly is no longer than these make it, and neither is the shortest one.
    public func isSurelyNearer(than metres: Double, to other: Coordinate) -> Bool {
        let north = (other.latitude - latitude) * 111_700
        let east = longitude.shortWay(to: other.longitude) * 111_330
        return north * north + east * east < metres * metres
    }
}

extension Double {
    /// Degrees eastwards to another longitude, the short way round.
    func shortWay(to other: Double) -> Double {
        let degrees = other - self
        return degrees > 180 ? degrees - 360 : degrees < -180 ? degrees + 360 : degrees
    }
}
