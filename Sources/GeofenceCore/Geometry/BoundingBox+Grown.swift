internal import CLibrary

extension BoundingBox {
    /// A box of all places within some metres of a place in this one, a little too large and never too small.
    ///
    /// To the sides it grows most where it is nearest to a pole.
    func grown(metres: Double) -> BoundingBox {
        let south = Self.around(latitude: self.south, metres)
        let north = Self.around(latitude: self.north, metres)
        let side = max(south.east, north.east)
        let isRound = west == -180 && east == 180
        guard !isRound, side < 180, width + 2 * side < 360 else {
            return BoundingBox(south: south.south, north: north.north)
        }
        return BoundingBox(
            south: south.south,
            west: Self.wrapped(west - side),
            north: north.north,
            east: Self.wrapped(east + side)
        )
    }

    /// The box around a place on the meridian of Greenwich; its east is how far it reaches to either side.
    private static func around(latitude: Double, _ metres: Double) -> BoundingBox {
        BoundingBox(around: GeodesicPoint(longitude: 0, latitude: latitude), metres: metres)
    }

    /// Degrees from west to east.
    private var width: Double { crossesAntimeridian ? east - west + 360 : east - west }
}
