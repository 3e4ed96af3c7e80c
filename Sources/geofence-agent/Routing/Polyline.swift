import GeofenceCore

/// Lines as routers write them: polyline6, latitude first.
///
/// Source: "Encoded Polyline Algorithm Format" by Google, with six decimals, as OSRM and Valhalla have it.
enum Polyline {
    /// Decodes at most so many corners; nil where the text is no line, or has more.
    static func decode(_ text: String, most: Int) -> [Coordinate]? {
        var bytes = text.utf8.makeIterator()
        var (north, east): (Int64, Int64) = (0, 0)
        var corners: [Coordinate] = []
        while let first = bytes.next() {
            guard corners.count < most, let latitude = number(first, &bytes), let next = bytes.next(),
                let longitude = number(next, &bytes)
            else { return nil }
            (north, east) = (north &+ latitude, east &+ longitude)
            let (y, x) = (Double(north) / 1_000_000, Double(east) / 1_000_000)
            guard let corner = try? Coordinate(latitude: y, longitude: x) else { return nil }
            corners.append(corner)
        }
        return corners
    }

    /// A signed number of up to seven groups of five bits, the lowest first.
    private static func number(_ first: UInt8, _ rest: inout String.UTF8View.Iterator) -> Int64? {
        var (value, shift, byte): (Int64, Int64, UInt8) = (0, 0, first)
        while true {
            guard (63...126).contains(byte), shift <= 30 else { return nil }
            let group = Int64(byte - 63)
            value |= (group & 31) << shift
            guard group & 32 != 0 else { break }
            shift += 5
            guard let next = rest.next() else { return nil }
            byte = next
        }
        return value & 1 == 0 ? value >> 1 : ~(value >> 1)
    }
}
