import CLibrary
@testable import GeofenceCore

/// A second implementation of a shape's questions, slow and obvious: walks every edge as it was given.
struct SlowShape {
    /// Lines of edges as they were given.
    let lines: [[Position]]

    init(_ area: Area) { lines = area.polygons.flatMap(\.self) }

    init(_ corridor: Corridor) { lines = [corridor.line] }

    /// Metres to the nearest edge: every edge in steps of half a degree at most, then golden sections around
    /// the best steps.
    func distance(to place: GeodesicPoint) -> Double {
        var best = Double.infinity
        for line in lines {
            for (start, end) in zip(line, line.dropFirst()) where start != end {
                best = min(best, distance(to: place, start, end))
            }
        }
        return best
    }

    /// Whether a ray along the place's meridian to the north crosses an odd number of edges.
    func contains(_ place: Coordinate) -> Bool {
        var isInside = false
        for line in lines {
            for (start, end) in zip(line, line.dropFirst()) {
                for turn in -2...2 where Self.isBelow(place, start, end, turn: turn) { isInside.toggle() }
            }
        }
        return isInside
    }

    private static func isBelow(_ place: Coordinate, _ start: Position, _ end: Position, turn: Int) -> Bool {
        let longitude = place.longitude + 360 * Double(turn)
        let (west, east) = start.longitude < end.longitude ? (start, end) : (end, start)
        guard west.longitude <= longitude, longitude < east.longitude else { return false }
        let share = (longitude - west.longitude) / (east.longitude - west.longitude)
        return west.latitude + share * (east.latitude - west.latitude) > place.latitude
    }

    private func distance(to place: GeodesicPoint, _ start: Position, _ end: Position) -> Double {
        let degrees = max(abs(end.longitude - start.longitude), abs(end.latitude - start.latitude))
        let steps = max(4, Int((2 * degrees).rounded(.up)))
        func metres(_ share: Double) -> Double {
            var longitude = start.longitude + share * (end.longitude - start.longitude)
            longitude -= 360 * (longitude / 360).rounded()
            let latitude = start.latitude + share * (end.latitude - start.latitude)
            return Geodesic.distance(place, GeodesicPoint(longitude: longitude, latitude: latitude))
        }
        let samples = (0...steps).map { metres(Double($0) / Double(steps)) }
        var best = samples.reduce(.infinity, min)
        for step in 0...steps where samples[step] <= max(best * 1.0001, best + 1000) {
            let isLow =
                samples[step] <= samples[max(0, step - 1)]
                && samples[step] <= samples[min(steps, step + 1)]
            guard isLow else { continue }
            let low = Double(max(0, step - 1)) / Double(steps)
            let high = Double(min(steps, step + 1)) / Double(steps)
            best = min(best, Self.minimum(metres, low, high))
        }
        return best
    }

    private static func minimum(_ function: (Double) -> Double, _ first: Double, _ last: Double) -> Double {
        var (low, high) = (first, last)
        for _ in 0..<60 {
            let (left, right) = (low + (high - low) * 0.382, low + (high - low) * 0.618)
            if function(left) < function(right) { high = right } else { low = left }
        }
        return function((low + high) / 2)
    }
}
