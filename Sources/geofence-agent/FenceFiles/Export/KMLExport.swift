import GeofenceCore

/// Writes fences as KML placemarks, with all keys of the configuration in their ExtendedData.
///
/// A circle is a polygon of 64 corners, and its middle and radius stand in the ExtendedData.
enum KMLExport {
    static func write(_ fences: [Fence], _ rules: Rules) -> FenceExport {
        var export = FenceExport()
        export.add("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n")
        export.add("<kml xmlns=\"http://www.opengis.net/kml/2.2\">\n<Document>\n")
        for fence in fences {
            export.add("<Placemark>\n<name>\(XMLEscape.text(fence.name ?? fence.id.description))</name>\n")
            export.add("<ExtendedData>\n")
            for (key, value) in data(fence, rules) {
                export.add("<Data name=\"\(key)\"><value>\(XMLEscape.text(value))</value></Data>\n")
            }
            export.add("</ExtendedData>\n")
            if let shape = fence.shape { export.add(geometry(shape) + "\n") }
            export.add("</Placemark>\n")
        }
        export.add("</Document>\n</kml>\n")
        return export
    }

    private static func data(_ fence: Fence, _ rules: Rules) -> [(String, String)] {
        var data: [(String, JSONValue?)] = [("id", .string(fence.id.description))]
        switch fence.shape {
        case .circle(let circle):
            data += [
                ("latitude", .number(circle.center.latitude)),
                ("longitude", .number(circle.center.longitude)),
                ("radius", .number(circle.radius)),
            ]
        case .corridor(let corridor): data.append(("width", .number(corridor.width)))
        case .rectangle(let rectangle): data.append(("bbox", rectangle.bbox))
        case .area: break
        case nil: data.append(("radius", (fence.follows?.radius).map(JSONValue.number)))
        }
        return (data + fence.properties(general: rules)).compactMap { key, value in
            guard let value else { return nil }
            if case .string(let text) = value { return (key, text) }
            return (key, value.text)
        }
    }

    private static func geometry(_ shape: Shape) -> String {
        switch shape {
        case .circle(let circle): return polygon([circle.outline])
        case .rectangle(let rectangle): return polygon([rectangle.outline])
        case .corridor(let corridor): return "<LineString>\(coordinates(corridor.line))</LineString>"
        case .area(let area):
            let polygons = area.polygons.map(polygon).joined(separator: "\n")
            return area.polygons.count == 1 ? polygons : "<MultiGeometry>\(polygons)</MultiGeometry>"
        }
    }

    private static func polygon(_ rings: [[Position]]) -> String {
        let rings = rings.enumerated().map { index, ring in
            let tag = index == 0 ? "outerBoundaryIs" : "innerBoundaryIs"
            return "<\(tag)><LinearRing>\(coordinates(ring))</LinearRing></\(tag)>"
        }
        return "<Polygon>\(rings.joined())</Polygon>"
    }

    private static func coordinates(_ line: [Position]) -> String {
        let positions = line.map { "\(JSONWriter.text($0.longitude)),\(JSONWriter.text($0.latitude))" }
        return "<coordinates>\(positions.joined(separator: " "))</coordinates>"
    }
}
