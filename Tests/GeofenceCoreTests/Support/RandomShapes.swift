import CLibrary
import GeofenceCore

extension RandomPlaces {
    /// A star-shaped ring: corners all round a middle, each somewhere between half the size and the size, in
    /// degrees.
    mutating func star(
        longitude: Double,
        latitude: Double,
        corners: Int,
        degrees: Double
    ) throws -> [Position] {
        let step = 2 * Double.pi / Double(corners)
        var ring = try (0..<corners).map { corner in
            let angle = (Double(corner) + number(in: 0...0.9)) * step
            let radius = number(in: degrees / 2...degrees)
            return try Position(
                longitude: longitude + radius * cos(angle),
                latitude: min(90, max(-90, latitude + radius * sin(angle)))
            )
        }
        ring.append(ring[0])
        return ring
    }
}
