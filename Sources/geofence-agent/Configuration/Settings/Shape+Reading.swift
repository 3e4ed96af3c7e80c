import GeofenceCore

extension Shape {
    /// The members of a GeoJSON geometry; others, which RFC 7946 allows, are not looked at.
    private enum Member {
        static let type = "type"
        static let coordinates = "coordinates"
    }

    /// Reads a GeoJSON geometry: Polygon, MultiPolygon, or LineString with a width.
    init?(geometry value: ValueReader, width: ValueReader?) {
        let coordinates = value.required(
            Member.coordinates,
            "a list of positions, longitude before latitude"
        )
        guard let type = value.required(Member.type, "such as \"Polygon\"")?.text(), let coordinates else {
            return nil
        }
        if type != "LineString" {
            width?.report("only a geometry of type LineString has a width; remove it")
        }
        switch type {
        case "Polygon": self.init(coordinates) { $0.polygon().map { [$0] } }
        case "MultiPolygon": self.init(coordinates) { $0.all { $0.polygon() } }
        case "LineString": self.init(line: coordinates, of: value, width: width)
        default:
            value.report(Self.advice(type), member: Member.type)
            return nil
        }
    }

    private init?(_ value: ValueReader, polygons: (ValueReader) -> [[[Position]]]?) {
        guard let polygons = polygons(value) else { return nil }
        do {
            self = .area(try Area(polygons: polygons))
        } catch {
            value.report("\(error)")
            return nil
        }
    }

    private init?(line value: ValueReader, of geometry: ValueReader, width: ValueReader?) {
        guard let width else {
            geometry.report(
                "a LineString needs \"width\" beside the geometry: the corridor's width in metres"
            )
            return nil
        }
        guard let metres = width.number(), let line = value.all({ $0.position() }) else { return nil }
        do {
            self = .corridor(try Corridor(line: line, width: metres))
        } catch .width {
            width.report("\(ShapeError.width(metres))")
            return nil
        } catch {
            value.report("\(error)")
            return nil
        }
    }

    private static func advice(_ type: String) -> String {
        switch type {
        case "Point", "MultiPoint":
            "\"\(type)\" has no inside; give a circle by latitude, longitude and radius"
        case "Feature", "FeatureCollection":
            "\"\(type)\" is no geometry; give what stands in its \"geometry\""
        default: "\"\(type)\" is no shape of a fence; one of Polygon, MultiPolygon, LineString"
        }
    }
}

extension ValueReader {
    /// A GeoJSON bounding box: west, south, east, north; with heights between, these are not looked at.
    func rectangle() -> Rectangle? {
        guard let list = list() else { return nil }
        guard list.count == 4 else {
            return refuse("must have 4 numbers: west, south, east, north")
        }
        let numbers = list.compactMap { $0.number() }
        guard numbers.count == 4 else { return nil }
        do {
            return try Rectangle(west: numbers[0], south: numbers[1], east: numbers[2], north: numbers[3])
        } catch {
            return refuse("\(error)")
        }
    }

    fileprivate func polygon() -> [[Position]]? {
        all { ring in ring.all { $0.position() } }
    }

    /// A GeoJSON position: longitude, latitude, perhaps more.
    fileprivate func position() -> Position? {
        guard let list = list() else { return nil }
        guard list.count >= 2 else { return refuse("a position has two numbers: longitude, latitude") }
        guard let longitude = list[0].number(), let latitude = list[1].number() else { return nil }
        do {
            return try Position(longitude: longitude, latitude: latitude)
        } catch {
            return refuse("\(error)")
        }
    }

    /// All elements of a list; nil where it is none, or one of them is not what is needed.
    fileprivate func all<Element>(_ read: (ValueReader) -> Element?) -> [Element]? {
        guard let list = list() else { return nil }
        let elements = list.compactMap(read)
        return elements.count == list.count ? elements : nil
    }

    /// A member of an object that may have any others.
    fileprivate func required(_ name: String, _ whatToDo: String) -> ValueReader? {
        guard case .object(let members) = node.value else { return wrongKind("a GeoJSON geometry in { }") }
        guard let member = members.first(where: { $0.key == name }) else {
            reading.report("missing; \(whatToDo)", path: path(to: name), position: node.position)
            return nil
        }
        return child(member.node, name: name)
    }

    fileprivate func report(_ message: String, member name: String) {
        guard case .object(let members) = node.value else { return }
        members.first { $0.key == name }.map { child($0.node, name: name).report(message) }
    }
}
