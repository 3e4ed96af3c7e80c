/// The edge of a fence in the plane.
package struct Ring: Hashable, Sendable {
    package var center: Point
    /// Metres.
    package var radius: Double

    package init(center: Point = .site, radius: Double) {
        self.center = center
        self.radius = radius
    }

    /// A ring whose edge is so many metres from the site, which is inside or outside; the direction of its
    /// center is in radians.
    package init(radius: Double, edge distance: Double, inside: Bool, direction: Double) {
        let reach = inside ? radius - distance : radius + distance
        self.init(center: Point(distance: reach, direction: direction), radius: radius)
    }
}
