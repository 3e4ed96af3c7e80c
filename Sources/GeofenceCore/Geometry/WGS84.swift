/// The shape of the Earth: the World Geodetic System of 1984.
///
/// Source: NGA.STND.0036, World Geodetic System 1984, table 3.1 (semi-major axis and flattening); the rest
/// follows.
enum WGS84 {
    /// The radius of the equator in metres, a.
    static let equatorialRadius = 6_378_137.0
    /// How much shorter the axis is than the equator, f.
    static let flattening = 1 / 298.257223563
    /// The distance of a pole from the middle in metres, b = a (1 - f).
    static let polarRadius = equatorialRadius * (1 - flattening)
    /// The third flattening, n = f / (2 - f).
    static let thirdFlattening = flattening / (2 - flattening)
    /// The square of the first eccentricity, e² = f (2 - f).
    static let eccentricitySquared = flattening * (2 - flattening)
    /// The square of the second eccentricity, e'² = e² / (1 - e²).
    static let secondEccentricitySquared = eccentricitySquared / (1 - eccentricitySquared)
}
