import GeofenceCore

/// Writes fences as a GeoJSON FeatureCollection, one feature a line, with all keys of the configuration in
/// `properties`.
///
/// A circle is a Point with `radius`, a corridor a LineString with `width`, a rectangle a Polygon with
/// `bbox`; rings keep their direction.
enum GeoJSONExport {
    static func write(_ fences: [Fence], _ rules: Rules) -> FenceExport {
        var export = FenceExport()
        for piece in Pieces(fences, rules) { export.bytes += piece }
        return export
    }

    /// The same piece by piece: of many fences the whole is large.
    struct Pieces: Sequence, IteratorProtocol {
        /// Bytes of a piece, about.
        private static let size = 1 << 20

        private let fences: [Fence]
        private let rules: Rules
        /// The number of the fence that comes next; behind the last one nothing does.
        private var index = 0

        init(_ fences: [Fence], _ rules: Rules) { (self.fences, self.rules) = (fences, rules) }

        mutating func next() -> [UInt8]? {
            guard index <= fences.count else { return nil }
            var piece = index == 0 ? Array(#"{"type":"FeatureCollection","features":["#.utf8) : []
            while index < fences.count, piece.count < Self.size {
                piece += (index == 0 ? "\n" : ",\n").utf8
                piece += feature(fences[index], rules).bytes
                index += 1
            }
            guard index == fences.count else { return piece }
            piece += (fences.isEmpty ? "]}\n" : "\n]}\n").utf8
            index += 1
            return piece
        }
    }

    static func feature(_ fence: Fence, _ rules: Rules) -> JSONValue {
        let name = fence.name.flatMap { $0.isEmpty ? nil : JSONValue.string($0) }
        let own = [("name", name)] + fence.measures + fence.properties(general: rules)
        return .members([
            ("type", .string("Feature")), ("id", .string(fence.id.description)),
            ("properties", .members(own)), ("geometry", fence.shape?.geometry ?? .null),
        ])
    }
}

extension Fence {
    /// What the geometry alone does not say of the place.
    fileprivate var measures: [(String, JSONValue?)] {
        switch shape {
        case .circle(let circle): [("radius", .number(circle.radius))]
        case .corridor(let corridor): [("width", .number(corridor.width))]
        case .rectangle(let rectangle): [("bbox", rectangle.bbox)]
        case .area: []
        case nil: [("radius", (follows?.radius).map(JSONValue.number))]
        }
    }
}

extension Rectangle {
    /// West, south, east, north.
    var bbox: JSONValue { .list([west, south, east, north].map(JSONValue.number)) }
}

extension Shape {
    /// The GeoJSON geometry.
    var geometry: JSONValue {
        switch self {
        case .circle(let circle):
            let place = [circle.center.longitude, circle.center.latitude]
            return Self.geometry("Point", .list(place.map(JSONValue.number)))
        case .corridor(let corridor): return Self.geometry("LineString", Self.line(corridor.line))
        case .rectangle(let rectangle): return Self.geometry("Polygon", .list([Self.line(rectangle.outline)]))
        case .area(let area):
            let polygons = area.polygons.map { JSONValue.list($0.map(Self.line)) }
            return polygons.count == 1
                ? Self.geometry("Polygon", polygons[0]) : Self.geometry("MultiPolygon", .list(polygons))
        }
    }

    private static func geometry(_ type: String, _ coordinates: JSONValue) -> JSONValue {
        .members([("type", .string(type)), ("coordinates", coordinates)])
    }

    private static func line(_ line: [Position]) -> JSONValue {
        .list(line.map { .list([.number($0.longitude), .number($0.latitude)]) })
    }
}
