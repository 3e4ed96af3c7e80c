import CLibrary
import GeofenceCore

/// Where on its way a device is: the nearest place of a leg's line, and what is left from there.
struct RouteProjection: Hashable {
    /// Metres beside the line.
    private(set) var offset = Double.infinity
    /// Metres that are left along it.
    private(set) var distance = 0.0
    /// Seconds that are left: the rest of the step in proportion, and the later ones.
    private(set) var duration = 0.0

    /// Nil where the leg has no line.
    ///
    /// - Complexity: linear in the corners.
    init?(of place: Coordinate, on leg: Leg) {
        guard leg.line.count > 1 else { return nil }
        let plane = Plane(around: place)
        let corners = leg.line.map(plane.point)
        var (segment, share) = (0, 0.0)
        for index in 0..<corners.count - 1 {
            let foot = Self.foot(corners[index], corners[index + 1])
            guard foot.offset < offset else { continue }
            (offset, segment, share) = (foot.offset, index, foot.share)
        }
        measure(leg, corners, segment, share)
    }

    private mutating func measure(_ leg: Leg, _ corners: [Plane.Point], _ segment: Int, _ share: Double) {
        let current = leg.steps.lastIndex { $0.start <= segment } ?? 0
        guard leg.steps.indices.contains(current) else {
            let rest = Self.rest(corners, 0, corners.count - 1, segment, share)
            (distance, duration) = (leg.distance * rest, leg.duration * rest)
            return
        }
        let step = leg.steps[current]
        let next = current + 1 < leg.steps.count ? leg.steps[current + 1].start : corners.count - 1
        let rest = Self.rest(corners, step.start, next, segment, share)
        distance = step.distance * rest
        duration = step.duration * rest
        for later in leg.steps.dropFirst(current + 1) {
            distance += later.distance
            duration += later.duration
        }
    }

    /// The share of a part of the line that lies behind a place on one of its segments, 0 to 1.
    private static func rest(
        _ corners: [Plane.Point],
        _ first: Int,
        _ last: Int,
        _ segment: Int,
        _ share: Double
    ) -> Double {
        var (all, behind) = (0.0, 0.0)
        for index in first..<max(first, min(last, corners.count - 1)) {
            let length = corners[index].distance(to: corners[index + 1])
            all += length
            if index > segment { behind += length }
            if index == segment { behind += length * (1 - share) }
        }
        return all > 0 ? behind / all : 0
    }

    /// How far the origin is from a segment, and where on it is the nearest place, 0 to 1.
    private static func foot(_ a: Plane.Point, _ b: Plane.Point) -> (offset: Double, share: Double) {
        let (east, north) = (b.east - a.east, b.north - a.north)
        let square = east * east + north * north
        let share = square > 0 ? max(0, min(1, -(a.east * east + a.north * north) / square)) : 0
        let foot = Plane.Point(east: a.east + east * share, north: a.north + north * share)
        return (foot.distance(to: Plane.Point(east: 0, north: 0)), share)
    }
}

/// Metres east and north of a place: right where it counts, near the place.
///
/// Source: series of the lengths of a degree on WGS 84, as in "American Practical Navigator".
private struct Plane {
    struct Point {
        var east, north: Double
        func distance(to other: Point) -> Double { hypot(east - other.east, north - other.north) }
    }

    private let center: Coordinate
    private let perDegree: Point

    init(around center: Coordinate) {
        self.center = center
        let angle = center.latitude * .pi / 180
        perDegree = Point(
            east: 111_412.84 * cos(angle) - 93.5 * cos(3 * angle),
            north: 111_132.92 - 559.82 * cos(2 * angle) + 1.175 * cos(4 * angle)
        )
    }

    func point(_ place: Coordinate) -> Point {
        var east = place.longitude - center.longitude
        if east > 180 { east -= 360 } else if east < -180 { east += 360 }
        return Point(east: east * perDegree.east, north: (place.latitude - center.latitude) * perDegree.north)
    }
}
