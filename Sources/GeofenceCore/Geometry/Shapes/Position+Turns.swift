extension Position {
    /// Whether both are one place: the same position, some turns apart, or both at the same pole.
    func isSamePlace(as other: Position) -> Bool {
        guard latitude == other.latitude else { return false }
        return abs(latitude) == 90 || turns(to: other) != nil
    }

    /// How many whole turns to the east the other meridian lies, if it is the same one; rounding (a tenth of
    /// a millimetre) is let pass.
    func turns(to other: Position) -> Int? {
        let difference = other.longitude - longitude
        let turns = (difference / 360).rounded()
        return abs(difference - 360 * turns) < 1e-9 ? Int(turns) : nil
    }

    /// Whether an edge spans more than half of all longitudes: neither along a pole nor from antimeridian to
    /// antimeridian.
    func goesLongWay(to other: Position) -> Bool {
        guard abs(other.longitude - longitude) > 180 else { return false }
        if abs(latitude) == 90, latitude == other.latitude { return false }
        return !(abs(longitude) == 180 && other.longitude == -longitude)
    }
}
