import GeofenceCore

/// Rings and lines from plain numbers.
extension [Position] {
    /// Takes longitude, latitude, longitude, latitude and so on.
    init(_ numbers: [Double]) throws {
        self = try stride(from: 0, to: numbers.count, by: 2).map {
            try Position(longitude: numbers[$0], latitude: numbers[$0 + 1])
        }
    }

    /// The same line some degrees to the east.
    func moved(east degrees: Double) throws -> [Position] {
        try map { try Position(longitude: $0.longitude + degrees, latitude: $0.latitude) }
    }
}

extension Area {
    /// An area of one ring.
    init(_ numbers: [Double]) throws {
        try self.init(polygons: [[[Position](numbers)]])
    }

    /// Polygons of rings.
    init(all numbers: [[[Double]]]) throws {
        try self.init(polygons: numbers.map { try $0.map { try [Position]($0) } })
    }
}
