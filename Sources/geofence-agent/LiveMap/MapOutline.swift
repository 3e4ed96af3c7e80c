import GeofenceCore

/// The edges of a fence for a drawing.
enum MapOutline {
    /// Corners of a line at most; of more some are left out.
    static let mostCorners = 4000
    /// Degrees of latitude after which a slanting edge has another corner: some metres off the straight line
    /// of Mercator's projection.
    private static let step = 0.1

    /// A line with corners in between where an edge that is straight in longitude and latitude is none on a
    /// map.
    static func followed(_ line: [Position]) -> [(longitude: Double, latitude: Double)] {
        guard let first = line.first else { return [] }
        let stride = max(1, line.count / mostCorners + (line.count.isMultiple(of: mostCorners) ? 0 : 1))
        let kept = line.enumerated().filter { $0.offset % stride == 0 || $0.offset == line.count - 1 }
        var result = [(longitude: first.longitude, latitude: first.latitude)]
        var (room, last) = (mostCorners, first)
        for (_, next) in kept.dropFirst() {
            let (east, north) = (next.longitude - last.longitude, next.latitude - last.latitude)
            let wanted = east == 0 || north == 0 ? 1 : (abs(north) / step).rounded(.up)
            let count = max(1, min(Int(wanted), 64, room))
            room -= count - 1
            for part in 1...count {
                let share = Double(part) / Double(count)
                result.append((last.longitude + east * share, last.latitude + north * share))
            }
            last = next
        }
        return result
    }

    /// A line in JSON, longitude first.
    static func text(_ line: [(longitude: Double, latitude: Double)]) -> [UInt8] {
        MapLine.text(line)
    }

    /// A place in JSON to a decimetre, longitude first.
    static func text(longitude: Double, latitude: Double) -> [UInt8] {
        MapLine.text(longitude: longitude, latitude: latitude)
    }
}
