import GeofenceCore

/// Shapes that formats have no geometry for: drawn as polygons, with what they are in the properties.
///
/// What is drawn counts: where somebody has moved the polygon, and left the properties, it is a polygon.
enum FeatureProperties {
    /// The circle or rectangle that polygons are the drawing of; nil where they are just polygons.
    static func shape(drawnAs polygons: [[[Position]]], in properties: ValueReader?) -> Shape? {
        guard let properties, polygons.count == 1, polygons[0].count == 1 else { return nil }
        if let rectangle = rectangle(properties), isSame(polygons[0][0], rectangle.outline) {
            return .rectangle(rectangle)
        }
        if let circle = circle(properties), isSame(polygons[0][0], circle.outline) { return .circle(circle) }
        return nil
    }

    private static func rectangle(_ properties: ValueReader) -> Rectangle? {
        guard let bbox = properties.member(Fence.Key.bbox) else { return nil }
        let sides = bbox.elements.compactMap(\.node.number)
        guard sides.count == 4 else { return nil }
        return try? Rectangle(west: sides[0], south: sides[1], east: sides[2], north: sides[3])
    }

    private static func circle(_ properties: ValueReader) -> Circle? {
        guard let latitude = properties.member(Fence.Key.latitude)?.node.number,
            let longitude = properties.member(Fence.Key.longitude)?.node.number,
            let radius = properties.member(Fence.Key.radius)?.node.number,
            let center = try? Coordinate(latitude: latitude, longitude: longitude)
        else { return nil }
        return try? Circle(center: center, radius: radius)
    }

    /// Degrees that other programs may round away: a tenth of a metre.
    private static let tolerance = 1e-6

    private static func isSame(_ ring: [Position], _ outline: [Position]) -> Bool {
        ring.count == outline.count
            && zip(ring, outline).allSatisfy {
                abs($0.longitude - $1.longitude) <= tolerance && abs($0.latitude - $1.latitude) <= tolerance
            }
    }
}
