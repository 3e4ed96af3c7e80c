/// The heights at which a fence holds, both ends included, by what devices report.
public struct AltitudeBand: Hashable, Sendable {
    /// Metres; nil: down to anywhere.
    public let minimum: Double?
    /// Metres; nil: up to anywhere.
    public let maximum: Double?

    /// Makes a band.
    ///
    /// - Throws: `FenceError.altitude` where the minimum is above the maximum, or either is no number.
    public init(minimum: Double?, maximum: Double?) throws(FenceError) {
        let (lowest, highest) = (minimum ?? -.infinity, maximum ?? .infinity)
        guard lowest <= highest else { throw .altitude(lowest, highest) }
        self.minimum = minimum
        self.maximum = maximum
    }

    /// Whether a height is in the band; a fix that says none is taken to be.
    func holds(_ altitude: Double?) -> Bool {
        guard let altitude else { return true }
        return altitude >= minimum ?? -.infinity && altitude <= maximum ?? .infinity
    }
}
