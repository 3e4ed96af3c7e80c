import GeofenceCore

/// Writes fences as a GeoJSON FeatureCollection, one feature a line, with all keys of the configuration in
/// `properties`.
///
/// A circle is a Point with `radius`, a corridor a LineString with `width`, a rectangle a Polygon with
/// `bbox`; rings keep their direction.
enum GeoJSONExport {
    static func write(_ fences: [Fence], _ rules: Rules) -> FenceExport {
        var export = FenceExport()
        export.add("{\"type\":\"FeatureCollection\",\"features\":[")
        for (index, fence) in fences.enumerated() {
            export.add(index == 0 ? "\n" : ",\n")
            export.bytes += feature(fence, rules).bytes
        }
        export.add(fences.isEmpty ? "]}\n" : "\n]}\n")
        return export
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
