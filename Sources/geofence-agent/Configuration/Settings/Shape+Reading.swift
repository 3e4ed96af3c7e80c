import GeofenceCore

extension Shape {
    /// The members of a GeoJSON geometry; others, which RFC 7946 allows, are not looked at.
    enum Key: String, ConfigurationKey { case type, coordinates }

    /// Reads a GeoJSON geometry: Polygon, MultiPolygon, or LineString with a width.
    init?(geometry value: ValueReader, width: ValueReader?) {
        guard case .object = value.node.value else {
            value.report("must be a GeoJSON geometry in { }, not \(value.node.value.kind)")
            return nil
        }
        let name = value.required(Key.type, "Polygon, MultiPolygon or LineString")
        let type = name?.geometryType()
        guard name == nil || type != nil else { return nil }
        let coordinates = value.required(Key.coordinates, "positions, longitude before latitude")
        let metres = type.flatMap { value.width($0, width) }
        guard let type, let coordinates else { return nil }
        do {
            switch type {
            case .polygon, .multiPolygon: self = .area(try coordinates.area(type))
            case .lineString:
                guard let line = try coordinates.corridor(metres) else { return nil }
                self = .corridor(line)
            }
        } catch {
            coordinates.report(error)
            return nil
        }
    }
}

extension ValueReader {
    /// A member of a geometry; where it is absent that is reported.
    fileprivate func required(_ key: Shape.Key, _ whatToDo: String) -> ValueReader? {
        if let member = member(key) { return member }
        let path = path(to: key.rawValue).description
        reading.report("missing; \(whatToDo)", path: path, position: node.position)
        return nil
    }

    /// The type of a geometry that makes a fence.
    func geometryType() -> GeometryType? {
        guard let text = text() else { return nil }
        return GeometryType(rawValue: text) ?? refuse(Self.advice(text))
    }

    /// Metres across the corridor of a geometry, which a line needs and nothing else may have.
    fileprivate func width(_ type: GeometryType, _ width: ValueReader?) -> Double? {
        guard type == .lineString else {
            return width?.refuse("only a geometry of type LineString has a width; remove it")
        }
        guard let width else {
            return refuse("a LineString needs \"width\" beside the geometry: the corridor's width in metres")
        }
        return width.number(.positive(upTo: Corridor.maximumWidth, "metres"))
    }

    fileprivate func area(_ type: GeometryType) throws(CoordinatesProblem) -> Area {
        let polygons = try type.polygons(node)
        do {
            return try Area(polygons: polygons)
        } catch {
            throw CoordinatesProblem(error, in: type)
        }
    }

    /// The corridor; nil where its width is wrong, but the line is checked then too.
    fileprivate func corridor(_ width: Double?) throws(CoordinatesProblem) -> Corridor? {
        let line = try GeometryType.lineString.line(node)
        do {
            let corridor = try Corridor(line: line, width: width ?? 1)
            return width == nil ? nil : corridor
        } catch {
            throw CoordinatesProblem(error, in: .lineString)
        }
    }

    private static func advice(_ type: String) -> String {
        switch type {
        case "Point", "MultiPoint":
            return "\"\(type)\" has no inside; give a circle by latitude, longitude and radius"
        case "MultiLineString": return "\"\(type)\" is several lines; make each a fence of its own"
        case "GeometryCollection":
            return
                "\"\(type)\" is several geometries; make each a fence of its own, or join polygons to a MultiPolygon"
        case "Feature", "FeatureCollection":
            return "\"\(type)\" is no geometry; give what stands in its \"geometry\""
        default:
            let known = GeometryType.allCases.map(\.rawValue)
            if let nearest = NearestName.of(type, among: known) {
                return "\"\(type)\" is unknown, did you mean \"\(nearest)\"?"
            }
            return "\"\(type)\" is no shape of a fence; one of \(known.joined(separator: ", "))"
        }
    }
}
