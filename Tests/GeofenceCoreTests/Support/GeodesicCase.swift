import GeofenceCore

/// Two places and the length of the geodesic between them as another program has it.
struct GeodesicCase: CustomStringConvertible {
    let start, end: Coordinate
    /// Metres.
    let length: Double

    var description: String {
        "\(start.latitude),\(start.longitude) to \(end.latitude),\(end.longitude): \(length) m"
    }

    /// Reads latitude, longitude, latitude, longitude, metres, again and again.
    static func table(_ text: String) throws -> [GeodesicCase] {
        let numbers = text.split(whereSeparator: \.isWhitespace).compactMap { Double($0) }
        return try stride(from: 0, to: numbers.count, by: 5).map { row in
            GeodesicCase(
                start: try Coordinate(latitude: numbers[row], longitude: wrapped(numbers[row + 1])),
                end: try Coordinate(latitude: numbers[row + 2], longitude: wrapped(numbers[row + 3])),
                length: numbers[row + 4]
            )
        }
    }
}
