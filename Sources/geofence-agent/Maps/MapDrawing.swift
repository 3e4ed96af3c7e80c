import GeofenceCore

/// Draws a small map as SVG: fences, points of interest, a device with the circle of its accuracy, a scale
/// bar; the same input gives the same bytes.
struct MapDrawing {
    let frame: MapFrame
    private var body = ""

    init(_ frame: MapFrame) { self.frame = frame }

    /// The document.
    var svg: String {
        let size = MapPoint.text(MapFrame.size)
        return """
            <svg xmlns="http://www.w3.org/2000/svg" width="\(size)" height="\(size)" viewBox="0 0 \(size) \(size)" \
            font-family="sans-serif" font-size="12"><rect width="\(size)" height="\(size)" fill="#f5f5f0"/>\(body)</svg>
            """
    }

    /// Draws a fence's shape with its name.
    mutating func add(_ shape: Shape, name: String, isInside: Bool) {
        let colour = isInside ? "#2f855a" : "#2b6cb0"
        let look = "fill=\"\(colour)\" fill-opacity=\".15\" fill-rule=\"evenodd\" stroke=\"\(colour)\""
        switch shape {
        case .circle(let circle):
            let middle = point(circle.center)
            let radius = MapPoint.text(min(circle.radius * frame.scale, 100_000))
            body += "<circle \(Self.middle(middle)) r=\"\(radius)\" \(look)/>"
            label(name, middle)
        case .area(let area): outline(area.polygons.flatMap(\.self), name, look)
        case .rectangle(let rectangle): outline([rectangle.outline], name, look)
        case .corridor(let corridor):
            let line = corridor.line.map { frame.point(longitude: $0.longitude, latitude: $0.latitude) }
            let width = MapPoint.text(corridor.width * frame.scale)
            body +=
                "<path d=\"\(Self.path(line))\" fill=\"none\" stroke=\"\(colour)\" stroke-opacity=\".3\" stroke-width=\"\(width)\" stroke-linejoin=\"round\" stroke-linecap=\"round\"/>"
            if let first = line.first { label(name, first) }
        }
    }

    private mutating func outline(_ rings: [[Position]], _ name: String, _ look: String) {
        let lines = rings.map { ring in
            ring.map { frame.point(longitude: $0.longitude, latitude: $0.latitude) }
        }
        body += "<path d=\"\(lines.map { Self.path($0) + "Z" }.joined())\" \(look)/>"
        guard let first = lines.first, !first.isEmpty else { return }
        let sum = first.reduce(MapPoint(x: 0, y: 0)) { MapPoint(x: $0.x + $1.x, y: $0.y + $1.y) }
        label(name, MapPoint(x: sum.x / Double(first.count), y: sum.y / Double(first.count)))
    }

    /// Draws a point of interest with its name; nothing where it is off the map.
    mutating func add(_ mark: MapMark) {
        let middle = point(mark.place)
        guard Self.isShown(middle) else { return }
        body += "<circle \(Self.middle(middle)) r=\"4\" fill=\"#6b46c1\" stroke=\"#fff\"/>"
        label(mark.label, middle)
    }

    /// Draws where the device is, above everything else.
    mutating func add(_ fix: Fix) {
        let middle = Self.middle(point(fix.coordinate))
        if let accuracy = fix.accuracy {
            let radius = MapPoint.text(min(accuracy * frame.scale, 100_000))
            body +=
                "<circle \(middle) r=\"\(radius)\" fill=\"#c53030\" fill-opacity=\".12\" stroke=\"#c53030\"/>"
        }
        body += "<circle \(middle) r=\"5\" fill=\"#c53030\" stroke=\"#fff\" stroke-width=\"2\"/>"
    }

    /// Draws the scale bar in the lower left corner.
    mutating func addBar() {
        let end = MapPoint.text(12 + Double(frame.bar) * frame.scale)
        let text = frame.bar >= 1000 ? "\(frame.bar / 1000) km" : "\(frame.bar) m"
        body +=
            "<path d=\"M12 384V388H\(end)V384\" fill=\"none\" stroke=\"#333\"/><text x=\"12\" y=\"380\">\(text)</text>"
    }

    private mutating func label(_ name: String, _ place: MapPoint) {
        guard Self.isShown(place) else { return }
        let (x, y) = (MapPoint.text(place.x), MapPoint.text(place.y - 8))
        body += "<text x=\"\(x)\" y=\"\(y)\" text-anchor=\"middle\">\(XMLEscape.text(name))</text>"
    }

    private static func isShown(_ point: MapPoint) -> Bool {
        (0...MapFrame.size).contains(point.x) && (0...MapFrame.size).contains(point.y)
    }

    private func point(_ place: Coordinate) -> MapPoint {
        frame.point(longitude: place.longitude, latitude: place.latitude)
    }

    private static func middle(_ point: MapPoint) -> String {
        "cx=\"\(MapPoint.text(point.x))\" cy=\"\(MapPoint.text(point.y))\""
    }

    /// A line; points that fall on the one before are left out.
    private static func path(_ points: [MapPoint]) -> String {
        var path = ""
        var last = ""
        for point in points where point.text != last {
            last = point.text
            path += (path.isEmpty ? "M" : "L") + last
        }
        return path
    }
}
