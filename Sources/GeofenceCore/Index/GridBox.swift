/// A bounding box in the fixed-point numbers in which the index counts, half as large as one in degrees.
///
/// Whatever the box holds, this holds too: both are rounded by the same function, which never falls. What
/// lies up to 2 cm outside may seem to be inside.
struct GridBox {
    /// Finest rows, counted from the south pole.
    let south, north: UInt32
    /// Finest columns, counted from the antimeridian; `west` is greater than `east` where the box crosses it.
    let west, east: UInt32

    /// The south pole at the antimeridian.
    static let corner = GridBox(south: 0, north: 0, west: 0, east: 0)

    private init(south: UInt32, north: UInt32, west: UInt32, east: UInt32) {
        (self.south, self.north, self.west, self.east) = (south, north, west, east)
    }

    init(_ box: BoundingBox) {
        south = Cell.row(box.south)
        north = Cell.row(box.north)
        let (west, east) = (Cell.column(box.west), Cell.column(box.east))
        // A gap that is smaller than the resolution is none.
        let isRound = box.crossesAntimeridian && west <= east
        self.west = isRound ? 0 : west
        self.east = isRound ? Cell.columns : east
    }

    /// Boxes the places within some metres to each side, 350 at most, of a plane that touches the earth at a
    /// place; nil where a side is too short, near a pole, and across the antimeridian.
    ///
    /// The sides are a hundredth and 30 cm shorter. That is more than the box differs from a rectangle by: 6
    /// cm by which a parallel bends away from its tangent, 0.03 % by which one is longer than another, 2 cm
    /// for which a place counts to either side, and 2 cm by which a place in the plane may be off.
    init?(within sides: Sides, of place: GeodesicPoint) {
        func inner(_ side: Double) -> Double { 0.99 * min(350, side) - 0.3 }
        let (north, east) = (inner(sides.north), inner(sides.east))
        let (south, west) = (inner(sides.south), inner(sides.west))
        guard min(min(north, east), min(south, west)) >= 0 else { return nil }
        self.init(around: place, north: north, east: east, south: south, west: west)
    }

    /// Boxes all places within some metres of a place, a little too large; nil near a pole and across the
    /// antimeridian.
    ///
    /// For up to 1 km. A degree of latitude has at least 110,574 m. One of longitude has, that far to the
    /// north or south, at least 0.9991 of what it has on the parallel through the middle.
    init?(of metres: Double, around place: GeodesicPoint) {
        guard abs(place.latitude) < Self.greatestLatitude else { return nil }
        let cells = Double(Cell.columns) / 360
        let degree = WGS84.equatorialRadius * place.cosine * (Double.pi / 180)
        let rows = UInt32(metres / 110_570 * cells) + 1
        let columns = UInt32(metres / (0.999 * degree) * cells) + 1
        let (row, column) = (Cell.row(place.latitude), Cell.column(place.longitude))
        guard column > columns, column + columns < Cell.columns else { return nil }
        (south, north) = (row - rows, row + rows)
        (west, east) = (column - columns, column + columns)
    }

    private init?(around place: GeodesicPoint, north: Double, east: Double, south: Double, west: Double) {
        guard abs(place.latitude) < Self.greatestLatitude else { return nil }
        let cells = Double(Cell.columns) / 360
        let degree = WGS84.equatorialRadius * place.cosine * (Double.pi / 180)
        func rows(_ metres: Double) -> UInt32 { UInt32(metres / 111_700 * cells) }
        func columns(_ metres: Double) -> UInt32 { UInt32(metres / degree * cells) }
        let (row, column) = (Cell.row(place.latitude), Cell.column(place.longitude))
        guard column > columns(west), column + columns(east) < Cell.columns else { return nil }
        (self.south, self.north) = (row - rows(south), row + rows(north))
        (self.west, self.east) = (column - columns(west), column + columns(east))
    }

    /// Degrees north or south beyond which the sides of a box are too unlike.
    private static let greatestLatitude = 80.0

    /// Whether it goes across the antimeridian.
    var crossesAntimeridian: Bool { west > east }

    /// Whether a place is in a box that doesn't cross the antimeridian.
    @inline(__always)
    func holds(_ place: Coordinate) -> Bool {
        let (column, row) = (Cell.column(place.longitude), Cell.row(place.latitude))
        return row >= south && row <= north && column >= west && column <= east
    }
}
