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

    /// Whether two places are certainly farther apart than some metres, 0 to 10,000, in the plane that has
    /// the scale of their mean latitude; false says nothing.
    ///
    /// No degree of latitude is shorter than 110,574 m, and none of longitude than 111,319 m times the cosine
    /// of the latitude. The series of the cosine ends here behind a term that is subtracted, so the sum is
    /// never more than the cosine.
    @inline(__always)
    func isSurelyFarther(than metres: Double, from other: Coordinate) -> Bool {
        let way = other.latitude - latitude
        let angle = (latitude + way / 2) * (Double.pi / 180)
        let square = angle * angle
        let last = 1 - square * (1.0 / 56) * (1 - square * (1.0 / 90))
        let cosine = 1 - square / 2 * (1 - square * (1.0 / 12) * (1 - square * (1.0 / 30) * last))
        let (north, east) = (
            way * 110_570, longitude.shortWay(to: other.longitude) * 111_310 * max(0, cosine)
        )
        return north * north + east * east > metres * metres
    }
}

extension Double {
    /// Degrees eastwards to another longitude, the short way round.
    func shortWay(to other: Double) -> Double {
        let degrees = other - self
        return degrees > 180 ? degrees - 360 : degrees < -180 ? degrees + 360 : degrees
    }
}
