import GeofenceCore

/// Rings as documents have them, and what is done so that they are an area.
struct RingRepair {
    private(set) var notes: [FeatureNote] = []

    /// Makes an area; rings that are open or jump over the antimeridian are mended.
    ///
    /// What is an area as it stands is not changed.
    /// - Throws: what is wrong and can't be mended.
    mutating func area(_ polygons: [[[Position]]]) throws(ShapeError) -> Area {
        let area: Area
        do {
            area = try Area(polygons: polygons)
        } catch {
            switch error {
            case .open, .longWay: area = try mended(polygons, error)
            default: throw error
            }
        }
        look(at: area.polygons)
        return area
    }

    /// Makes a corridor; a line that jumps over the antimeridian is mended.
    mutating func corridor(_ line: [Position], width: Double) throws(ShapeError) -> Corridor {
        do {
            return try Corridor(line: line, width: width)
        } catch {
            guard case .longWayLine = error, let line = Self.unwrapped(line) else { throw error }
            notes.append(.unwrapped)
            return try Corridor(line: line, width: width)
        }
    }

    private mutating func mended(_ polygons: [[[Position]]], _ error: ShapeError) throws(ShapeError) -> Area {
        var (closed, hasJump) = (0, false)
        var mended: [[[Position]]] = []
        for rings in polygons {
            var polygon: [[Position]] = []
            for ring in rings {
                var ring = ring
                if Self.hasJump(ring) || Self.jumps(ring.last, ring.first) {
                    guard let line = Self.unwrapped(ring) else { throw error }
                    hasJump = true
                    ring = line
                }
                if let first = ring.first, let last = ring.last, first != last {
                    closed += 1
                    ring.append(first)
                }
                polygon.append(ring)
            }
            mended.append(polygon)
        }
        let area = try Area(polygons: mended)
        if closed > 0 { notes.append(.closed(rings: closed)) }
        if hasJump { notes.append(.unwrapped) }
        return area
    }

    private mutating func look(at polygons: [[[Position]]]) {
        let reversed = polygons.reduce(0) { count, rings in
            count + rings.indices.count { (Self.turn(rings[$0]) < 0) == ($0 == 0) }
        }
        if reversed > 0 { notes.append(.winding(rings: reversed)) }
        guard polygons.contains(where: { $0.contains { $0.contains { abs($0.longitude) >= 180 } } }) else {
            return
        }
        if !notes.contains(.unwrapped),
            polygons.contains(where: { $0.contains { $0.contains { abs($0.longitude) > 180 } } })
        {
            notes.append(.beyond)
        }
        if polygons.count > 1, Self.hasEdge(polygons, at: 180), Self.hasEdge(polygons, at: -180) {
            notes.append(.joined)
        }
    }
}

// MARK: - The antimeridian

extension RingRepair {
    /// Whether an edge leads from one side of the antimeridian to the other, the long way as it is written.
    private static func jumps(_ start: Position?, _ end: Position?) -> Bool {
        guard let start, let end, abs(start.longitude - end.longitude) > 180 else { return false }
        if abs(start.latitude) == 90, start.latitude == end.latitude { return false }
        return !(abs(start.longitude) == 180 && start.longitude == -end.longitude)
    }

    private static func hasJump(_ line: [Position]) -> Bool {
        zip(line, line.dropFirst()).contains { jumps($0, $1) }
    }

    /// The same places, each edge the short way; nil where that is no ring, or goes round the Earth again and
    /// again.
    private static func unwrapped(_ line: [Position]) -> [Position]? {
        var positions: [Position] = []
        var turns = 0.0
        for position in line {
            if let last = positions.last {
                let gap = position.longitude + turns - last.longitude
                if abs(gap) > 180 { turns -= (gap / 360).rounded() * 360 }
            }
            guard
                let moved = try? Position(
                    longitude: position.longitude + turns,
                    latitude: position.latitude
                )
            else { return nil }
            positions.append(moved)
        }
        let isRing = line.first == line.last
        return isRing && positions.first != positions.last ? nil : positions
    }

    /// Whether a polygon has an edge along a meridian.
    private static func hasEdge(_ polygons: [[[Position]]], at meridian: Double) -> Bool {
        polygons.contains { rings in
            rings.contains { ring in
                zip(ring, ring.dropFirst()).contains {
                    $0.longitude == meridian && $1.longitude == meridian && $0 != $1
                }
            }
        }
    }

    /// Twice the area that a ring goes round in degrees, negative where it goes clockwise.
    private static func turn(_ ring: [Position]) -> Double {
        guard let base = ring.first else { return 0 }
        return zip(ring, ring.dropFirst()).reduce(0) { sum, edge in
            sum + (edge.0.longitude - base.longitude) * (edge.1.latitude - base.latitude)
                - (edge.1.longitude - base.longitude) * (edge.0.latitude - base.latitude)
        }
    }
}
