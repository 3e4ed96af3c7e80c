/// A part of a path that lies inside of a shape.
struct Crossing: Hashable {
    /// Where on the path it begins and ends: 0 is the path's start, 1 its end.
    let entry, exit: Double
}
