internal import CLibrary

/// How much ground a shape covers, and between which parallels and meridians it lies.
public struct ShapeExtent: Hashable, Sendable {
    /// The ground that the shape covers; of a circle that of one on a sphere, of a corridor that of a
    /// straight one.
    public let squareMetres: Double
    /// Degrees, -90 to 90.
    public let south, north: Double
    /// Degrees, -180 to 180; `west` is the greater one where the shape crosses the antimeridian, and -180 to
    /// 180 is all longitudes.
    public let west, east: Double
}

extension Shape {
    /// How much ground the shape covers, and between which parallels and meridians it lies.
    ///
    /// The sides are a billionth of a degree too far out at most, and those of a corridor a little more.
    /// - Complexity: O(n log n) for n positions, as the shape is prepared for it.
    public var extent: ShapeExtent {
        let shape = PreparedShape(self)
        let box = shape.box(reach: 0)
        return ShapeExtent(
            squareMetres: shape.squareMetres,
            south: box.south,
            north: box.north,
            west: box.west,
            east: box.east
        )
    }
}

extension PreparedShape {
    /// What the scale was made of: see `PreparedOutline`.
    fileprivate var squareMetres: Double {
        switch self {
        case .circle(let circle): Self.cap(circle.radius)
        case .outline(let outline):
            outline.reach == 0
                ? outline.scale * outline.tree.length / 2
                : outline.scale * (outline.tree.length + .pi * outline.reach)
        }
    }

    /// Square metres within some metres of a place, on a sphere with the surface of the ellipsoid.
    ///
    /// Source: authalic radius of WGS 84, NGA.STND.0036, appendix A.
    private static func cap(_ metres: Double) -> Double {
        let radius = 6_371_007.180_9
        let sine = sin(min(metres / radius, .pi) / 2)
        return 4 * .pi * radius * radius * sine * sine
    }
}
