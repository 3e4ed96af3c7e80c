/// A geometry of GeoJSON that can be the place of a fence.
public enum GeoJSONGeometry: Hashable, Sendable, Decodable {
    /// A Point.
    case point(Position)
    /// A LineString, or a MultiLineString of one line.
    case line([Position])
    /// A Polygon or a MultiPolygon: polygons, their rings, and the positions of each.
    case polygons([[[Position]]])

    private enum Key: String, CodingKey { case type, coordinates }

    /// Reads a geometry.
    ///
    /// - Throws: `DecodingError` with the way to the first value that can't be read, also where the type is
    ///   none that a fence is made of.
    public init(from decoder: any Decoder) throws {
        let object = try decoder.container(keyedBy: Key.self)
        func read<Value: Decodable>(_ type: Value.Type) throws -> Value {
            try object.decode(type, forKey: .coordinates)
        }
        switch try object.decode(String.self, forKey: .type) {
        case "Point": self = .point(try read(GeoJSONPosition.self).position)
        case "LineString": self = .line(try read([GeoJSONPosition].self).map(\.position))
        case "MultiLineString":
            let lines = try read([[GeoJSONPosition]].self)
            guard lines.count == 1 else {
                throw Self.unfit(object, "a MultiLineString of \(lines.count) lines is no fence; split it")
            }
            self = .line(lines[0].map(\.position))
        case "Polygon": self = .polygons([Self.rings(try read([[GeoJSONPosition]].self))])
        case "MultiPolygon": self = .polygons(try read([[[GeoJSONPosition]]].self).map(Self.rings))
        case let type:
            throw Self.unfit(object, "\"\(type)\" is no Point, LineString, Polygon or MultiPolygon")
        }
    }

    private static func rings(_ rings: [[GeoJSONPosition]]) -> [[Position]] {
        rings.map { $0.map(\.position) }
    }

    private static func unfit(_ object: KeyedDecodingContainer<Key>, _ what: String) -> DecodingError {
        .dataCorruptedError(forKey: Key.type, in: object, debugDescription: what)
    }
}

/// A position as a document has it: longitude, latitude, perhaps a height, which isn't looked at.
private struct GeoJSONPosition: Decodable {
    let position: Position

    init(from decoder: any Decoder) throws {
        var list = try decoder.unkeyedContainer()
        let (longitude, latitude) = (try list.decode(Double.self), try list.decode(Double.self))
        do throws(ShapeError) {
            position = try Position(longitude: longitude, latitude: latitude)
        } catch {
            let looksSwapped = abs(longitude) <= 90 && abs(latitude) > 90 && abs(latitude) <= 180
            throw DecodingError.dataCorrupted(
                DecodingError.Context(
                    codingPath: decoder.codingPath,
                    debugDescription: "\(error)\(looksSwapped ? "; these look swapped" : "")"
                )
            )
        }
    }
}
