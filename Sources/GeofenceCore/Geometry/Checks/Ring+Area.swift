extension Ring {
    /// Square metres to the left of the ring: negative where it runs clockwise.
    ///
    /// A ring round the Earth is closed along its pole.
    var signedArea: Double {
        var sum = 0.0
        for edge in 0..<count {
            sum -= EllipsoidArea.under(corners[edge].unrolled, corners[edge + 1].unrolled)
        }
        guard turns != 0 else { return sum }
        let pole = holdsNorthPole ? 90.0 : -90
        return sum + EllipsoidArea.belt(to: pole) * 2 * .pi * Double(turns)
    }
}

extension Position {
    /// The same numbers as a point, which may lie beyond the map.
    fileprivate var unrolled: StripPoint { StripPoint(longitude: longitude, latitude: latitude) }
}
