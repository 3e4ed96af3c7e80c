import GeofenceCore

/// Reads fences from GeoJSON: a Feature, or a FeatureCollection of them.
///
/// A Polygon or MultiPolygon is an area, a LineString with `width` a corridor, a Point with `radius` a
/// circle, a feature without geometry one of networks or one that follows a device. `properties` may have all
/// keys of a fence in the configuration; others are passed over.
enum GeoJSONFences {
    /// Reads a document; `features`, where they are a list, stand in the bytes.
    static func read(
        _ root: ValueReader,
        _ features: JSONPart?,
        of bytes: [UInt8],
        into intake: inout FeatureImporter
    ) {
        checkProjection(root)
        guard case .object = root.node.value, let type = root.member(Key.type)?.node.text else {
            return root.report(notGeoJSON)
        }
        switch type {
        case "FeatureCollection":
            guard let list = root.member(Key.features) else {
                return root.report("a FeatureCollection has its features in \"features\"")
            }
            guard list.list() != nil, let features else { return }
            read(features, list.path, of: bytes, into: &intake)
        case "Feature": intake.add(draft(root))
        case "Topology": root.report("is TopoJSON; convert it to GeoJSON")
        case "Point", "MultiPoint", "LineString", "MultiLineString", "Polygon", "MultiPolygon",
            "GeometryCollection":
            root.report("is a geometry alone; put it into a Feature, which has an id: \(feature)")
        default: root.report(notGeoJSON)
        }
    }

    private static func read(
        _ list: JSONPart,
        _ path: ValuePath,
        of bytes: [UInt8],
        into intake: inout FeatureImporter
    ) {
        bytes.withUnsafeBytes { bytes in
            var reader = JSONListReader(bytes, list)
            var index = 0
            while true {
                if let (fence, position) = intake.nextPlain(&reader) {
                    intake.add(fence, at: position)
                } else if let node = try? reader.next() {
                    let path = ValuePath.element(path, index)
                    intake.add(draft(ValueReader(node: node, path: path, reading: intake.reading)))
                } else {
                    return
                }
                intake.reached?(reader.at)
                index += 1
            }
        }
    }

    /// The members that are looked at; RFC 7946 allows others.
    enum Key: String, ConfigurationKey {
        case type, features, id, properties, geometry, coordinates, crs, name
    }

    private static let notGeoJSON =
        "is no GeoJSON: the outermost object has \"type\": \"FeatureCollection\" or \"Feature\""
    private static let feature = "{ \"type\": \"Feature\", \"id\": \"depot\", \"geometry\": … }"

    /// RFC 7946 has no other than WGS 84; the specification before it had, and some programs still write
    /// them.
    private static func checkProjection(_ root: ValueReader) {
        guard let crs = root.member(Key.crs), let name = crs.node.member("properties")?.member("name")?.text
        else { return }
        let isKnown = ["CRS84", "EPSG::4326", "EPSG:4326", "EPSG:6.9:4326"].contains { name.hasSuffix($0) }
        if !isKnown {
            crs.report(
                "positions are in \(name); GeoJSON has WGS 84 alone, so convert the file, as with ogr2ogr -t_srs EPSG:4326"
            )
        }
    }

    private static func draft(_ feature: ValueReader) -> ParsedFeature {
        var draft = ParsedFeature(at: feature)
        guard case .object = feature.node.value, feature.member(Key.type)?.node.text == "Feature" else {
            feature.report("must be a Feature: \(self.feature)")
            draft.place = .refused
            return draft
        }
        if let properties = feature.member(Key.properties), properties.node.value != .null {
            if case .object = properties.node.value {
                draft.properties = properties.withFenceKeys()
            } else {
                properties.report("must be an object in { } or null, not \(properties.node.value.kind)")
            }
        }
        draft.id = given(feature.member(Key.id)) ?? given(draft.properties?.member(Key.id))
        draft.name = given(draft.properties?.member(Key.name))
        if let geometry = feature.member(Key.geometry), geometry.node.value != .null {
            draft.placeSource = geometry.member(Key.coordinates) ?? geometry
            draft.place = geometry.featurePlace()
        }
        return draft
    }

    /// A value that says something: neither null nor an empty text.
    private static func given(_ value: ValueReader?) -> ValueReader? {
        guard let value, value.node.value != .null, value.node.value != .string("") else { return nil }
        return value
    }
}

extension ValueReader {
    /// The place that a GeoJSON geometry is; what can't be one is reported.
    fileprivate func featurePlace() -> FeaturePlace {
        guard case .object = node.value else {
            report("must be a geometry in { } or null, not \(node.value.kind)")
            return .refused
        }
        guard let type = member(GeoJSONFences.Key.type) else {
            report("has no \"type\"; Polygon, MultiPolygon, LineString or Point")
            return .refused
        }
        guard let coordinates = member(GeoJSONFences.Key.coordinates) else {
            if type.node.text == "GeometryCollection" {
                _ = type.geometryType()
            } else {
                report("has no \"coordinates\"; positions, longitude before latitude")
            }
            return .refused
        }
        do {
            if type.node.text == "Point" { return try coordinates.featurePoint() }
            if type.node.text == "MultiLineString", coordinates.elements.count == 1 {
                return .line(try GeometryType.lineString.line(coordinates.elements[0].node))
            }
            guard let type = type.geometryType() else { return .refused }
            guard type != .lineString else { return .line(try type.line(coordinates.node)) }
            return .polygons(try type.polygons(coordinates.node), type)
        } catch {
            coordinates.report(error)
            return .refused
        }
    }

    private func featurePoint() throws(CoordinatesProblem) -> FeaturePlace {
        let numbers = node.elements.compactMap(\.number)
        guard numbers.count >= 2, numbers.count == elements.count else {
            throw CoordinatesProblem(
                message: "the coordinates of a Point are two numbers: longitude, latitude"
            )
        }
        return .point(longitude: numbers[0], latitude: numbers[1])
    }
}
