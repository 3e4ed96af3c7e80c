import CLibrary
import GeofenceCore

/// A place in the plane around the site, in metres.
package struct Point: Hashable, Sendable {
    /// Metres east of the site.
    package var east: Double
    /// Metres north of the site.
    package var north: Double

    package static let site = Point(east: 0, north: 0)

    package init(east: Double, north: Double) {
        self.east = east
        self.north = north
    }

    /// The point so many metres off the site; 0 radians is east, a quarter turn is north.
    package init(distance: Double, direction: Double) {
        self.init(east: distance * cos(direction), north: distance * sin(direction))
    }

    /// Metres from the site.
    package var length: Double { (east * east + north * north).squareRoot() }

    package static func + (a: Point, b: Point) -> Point {
        Point(east: a.east + b.east, north: a.north + b.north)
    }

    package static func - (a: Point, b: Point) -> Point {
        Point(east: a.east - b.east, north: a.north - b.north)
    }

    package static func * (a: Point, factor: Double) -> Point {
        Point(east: a.east * factor, north: a.north * factor)
    }
}
