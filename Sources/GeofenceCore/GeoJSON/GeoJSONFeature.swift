/// A feature of a GeoJSON document: where something is, and what is said of it.
public struct GeoJSONFeature: Hashable, Sendable, Decodable {
    /// Its id, a number as text; without one what its properties have under `id`.
    public let id: String?
    /// Where it is; nil where that isn't said.
    public let geometry: GeoJSONGeometry?
    /// What is said of it in texts, numbers, `true` and `false`, ascending by name; other values are passed
    /// over.
    public let properties: [FenceProperty]

    private enum Key: String, CodingKey { case id, geometry, properties }

    /// Reads a feature.
    ///
    /// - Throws: `DecodingError` with the way to the first value that can't be read.
    public init(from decoder: any Decoder) throws {
        let object = try decoder.container(keyedBy: Key.self)
        geometry = try object.decodeIfPresent(GeoJSONGeometry.self, forKey: .geometry)
        let values = try object.decodeIfPresent([String: GeoJSONProperty].self, forKey: .properties) ?? [:]
        properties = values.sorted { $0.key < $1.key }.compactMap { name, property in
            property.value.map { FenceProperty(name: name, value: $0) }
        }
        let own = try object.decodeIfPresent(GeoJSONProperty.self, forKey: .id)?.value
        id = (own ?? values["id"]?.value)?.asText
    }

    /// The text, or number as text, that its properties have under a name.
    private func text(_ name: String) -> String? { properties.first { $0.name == name }?.value.asText }

    /// The number that its properties have under a name.
    private func number(_ name: String) -> Double? {
        guard case .number(let number) = properties.first(where: { $0.name == name })?.value else {
            return nil
        }
        return number
    }

    /// The fence that it is: polygons are an area, a line with a width a corridor, a point with a radius a
    /// circle.
    ///
    /// Its name is the property `name`. Rings must be closed, and may cross the antimeridian as `Area` says.
    /// - Parameters:
    ///   - radius: Metres around a point whose properties have no `radius`.
    ///   - width: Metres across a line whose properties have no `width`.
    ///   - rules: What turns observations into events.
    /// - Returns: The fence, with all properties.
    /// - Throws: `GeoJSONError` where there is no id, no place, no radius or no width; `IdentifierError`,
    ///   `CoordinateError`, `ShapeError` and `FenceError` where one can't be what it is to be.
    public func fence(radius: Double? = nil, width: Double? = nil, rules: Rules = Rules()) throws -> Fence {
        guard let id else { throw GeoJSONError.noID }
        return try Fence(
            id: Identifier(id),
            name: text("name"),
            shape: shape(radius: number("radius") ?? radius, width: number("width") ?? width),
            rules: rules,
            properties: properties
        )
    }

    private func shape(radius: Double?, width: Double?) throws -> Shape {
        switch geometry {
        case nil: throw GeoJSONError.noGeometry
        case .polygons(let polygons): return .area(try Area(polygons: polygons))
        case .line(let line):
            guard let width else { throw GeoJSONError.noWidth }
            return .corridor(try Corridor(line: line, width: width))
        case .point(let place):
            guard let radius else { throw GeoJSONError.noRadius }
            let longitude = place.longitude
            let turned = abs(longitude) > 180 ? longitude.remainder(dividingBy: 360) : longitude
            let center = try Coordinate(latitude: place.latitude, longitude: turned)
            return .circle(try Circle(center: center, radius: radius))
        }
    }
}
