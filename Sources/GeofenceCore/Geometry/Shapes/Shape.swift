/// Where a fence is.
public enum Shape: Hashable, Sendable {
    /// All places within a radius of a place.
    case circle(Circle)
    /// Polygons with holes.
    case area(Area)
    /// All places within half a width of a line.
    case corridor(Corridor)
    /// All places between two parallels and two meridians.
    ///
    /// Indirect: otherwise each circle would take as much memory as a rectangle.
    indirect case rectangle(Rectangle)
}
