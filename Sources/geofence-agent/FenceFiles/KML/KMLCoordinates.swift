import GeofenceCore

/// The positions in a `coordinates` element: `longitude,latitude,height`, with blanks between one and the
/// next.
enum KMLCoordinates {
    /// Reads them; heights are passed over.
    static func positions(_ text: [UInt8]) throws(CoordinatesProblem) -> [Position] {
        var positions: [Position] = []
        for tuple in text.split(whereSeparator: { $0 <= 0x20 }) {
            let numbers = tuple.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false)
            let name = String(decoding: tuple.prefix(60), as: UTF8.self)
            guard (2...3).contains(numbers.count), let longitude = TextProperty.number(numbers[0]),
                let latitude = TextProperty.number(numbers[1])
            else {
                throw CoordinatesProblem(
                    message:
                        "\"\(name)\" is no position: longitude,latitude or longitude,latitude,height, without blanks"
                )
            }
            do {
                positions.append(try Position(longitude: longitude, latitude: latitude))
            } catch {
                let isSwapped = abs(latitude) > 90 && abs(latitude) <= 180 && abs(longitude) <= 90
                let hint = isSwapped ? "; these look swapped" : ""
                throw CoordinatesProblem(message: "\"\(name)\": \(error)\(hint)")
            }
        }
        return positions
    }
}
