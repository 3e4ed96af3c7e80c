import GeofenceCore

/// A shape, and distances of places to its edge as another program has them.
struct ShapeCase: CustomStringConvertible, Sendable {
    let name: String
    let shape: Shape
    let places: [(place: Coordinate, distance: Double)]

    var description: String { name }

    /// Reads `ShapeDistanceTable`.
    static func table(_ text: String) throws -> [ShapeCase] {
        var cases: [ShapeCase] = []
        for line in text.split(separator: "\n") {
            if line.contains("|") {
                cases.append(try ShapeCase(heading: line))
            } else if let last = cases.popLast() {
                cases.append(try last.adding(line))
            }
        }
        return cases
    }

    private init(name: String, shape: Shape, places: [(Coordinate, Double)]) {
        (self.name, self.shape, self.places) = (name, shape, places)
    }

    private init(heading: Substring) throws {
        let parts = heading.split(separator: "|")
        let polygons = try parts[2].split(separator: "/").map { rings in
            try rings.split(separator: ";").map { try [Position](Self.numbers($0)) }
        }
        let width = Self.numbers(parts[0]).first
        let shape: Shape =
            try width.map { .corridor(try Corridor(line: polygons[0][0], width: $0)) }
            ?? .area(try Area(polygons: polygons))
        self.init(name: parts[1].trimmed, shape: shape, places: [])
    }

    private func adding(_ line: Substring) throws -> ShapeCase {
        let rows = try line.split(separator: ",").map { row in
            let numbers = Self.numbers(row)
            return (try Coordinate(latitude: numbers[0], longitude: numbers[1]), numbers[2])
        }
        return ShapeCase(name: name, shape: shape, places: places + rows)
    }

    private static func numbers(_ text: Substring) -> [Double] {
        text.split(whereSeparator: \.isWhitespace).compactMap { Double($0) }
    }
}

extension Substring {
    fileprivate var trimmed: String { split(separator: " ").joined(separator: " ") }
}
