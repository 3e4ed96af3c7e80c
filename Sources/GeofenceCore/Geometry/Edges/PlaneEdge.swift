/// A piece of an edge near a place, in metres east and north of it, straight.
///
/// Of an area or a rectangle the inside is to the left.
struct PlaneEdge: Hashable {
    /// Where it begins.
    let startEast, startNorth: Double
    /// Where it ends.
    let endEast, endNorth: Double
}
