/// All places between two parallels and two meridians, edges included.
public struct Rectangle: Hashable, Sendable {
    /// Degrees, -180 to 180; greater than `east` where the rectangle crosses the antimeridian.
    public let west: Double
    /// Degrees, -90 to 90.
    public let south: Double
    /// Degrees, -180 to 180.
    public let east: Double
    /// Degrees, -90 to 90, greater than `south`.
    public let north: Double

    /// Makes a rectangle from its sides, in the order of a GeoJSON bbox.
    ///
    /// -180 to 180 is all longitudes: a band round the Earth, or a polar cap where it goes up to a pole.
    /// - Throws: `ShapeError.meridian`, `.latitude`, `.parallels`, `.meridians`, or `.everywhere` where
    ///   nothing is left outside.
    public init(west: Double, south: Double, east: Double, north: Double) throws(ShapeError) {
        for side in [west, east] where !(side >= -180 && side <= 180) { throw .meridian(side) }
        for side in [south, north] where !(side >= -90 && side <= 90) { throw .latitude(side) }
        guard south < north else { throw .parallels(south: south, north: north) }
        let isRound = west == -180 && east == 180
        guard west != east, !(west == 180 && east == -180) else { throw .meridians(west) }
        guard !(isRound && south == -90 && north == 90) else { throw .everywhere }
        self.west = west == 0 ? 0 : west
        self.south = south == 0 ? 0 : south
        self.east = east == 0 ? 0 : east
        self.north = north == 0 ? 0 : north
    }

    /// Degrees from west to east.
    var width: Double { east > west ? east - west : east - west + 360 }
}
