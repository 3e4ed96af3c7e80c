extension Ring {
    /// Whether it goes round the Earth and holds the north pole.
    ///
    /// Such a ring holds the pole that it went up to, else the one nearer to its mean latitude, the northern
    /// one where that is 0.
    var holdsNorthPole: Bool { turns % 2 != 0 && (pole ?? meanLatitude) >= 0 }

    /// Degrees; every longitude counts alike.
    private var meanLatitude: Double {
        var sum = 0.0
        for edge in 0..<count {
            let (start, end) = (corners[edge], corners[edge + 1])
            sum += (start.latitude + end.latitude) / 2 * (end.longitude - start.longitude)
        }
        return sum / (corners[count].longitude - corners[0].longitude)
    }
}
