/// A plane with an origin on the Earth, in which places near the origin are metres east and north of it.
protocol PlaneFrame {
    /// The plane around a place.
    init(at origin: Coordinate)

    /// Where a place lies in the plane; nil where it is too far off for the plane to be of use.
    func offset(of place: Coordinate) -> Offset?

    /// The place that lies there.
    func coordinate(of offset: Offset) -> Coordinate

    /// How the axes of another plane stand in this one: the direction of its east, a unit vector.
    func eastward(of other: Self) -> Offset
}
