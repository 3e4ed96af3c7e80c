import GeofenceCore

/// The kinds of GeoJSON geometries that make a fence, and how their `coordinates` are read.
///
/// Positions come by the hundred thousand, so nothing is made for each of them but the position; and what is
/// wrong with one is often wrong with all, so only the first problem is reported.
enum GeometryType: String, CaseIterable {
    case polygon = "Polygon"
    case multiPolygon = "MultiPolygon"
    case lineString = "LineString"

    /// The polygons of a `Polygon` or a `MultiPolygon`, their rings, and the positions of each.
    func polygons(_ coordinates: JSONNode) throws(CoordinatesProblem) -> [[[Position]]] {
        guard self == .multiPolygon else { return [try polygon(coordinates)] }
        return try all(coordinates) { (node) throws(CoordinatesProblem) in try polygon(node) }
    }

    /// The positions of a `LineString`, or of a ring.
    func line(_ node: JSONNode) throws(CoordinatesProblem) -> [Position] {
        try all(node) { (node) throws(CoordinatesProblem) in try position(node) }
    }

    private func polygon(_ node: JSONNode) throws(CoordinatesProblem) -> [[Position]] {
        try all(node) { (node) throws(CoordinatesProblem) in try line(node) }
    }

    /// Longitude, latitude, perhaps a height, which isn't looked at.
    private func position(_ node: JSONNode) throws(CoordinatesProblem) -> Position {
        guard case .array(let numbers) = node.value else {
            throw mismatch("must be a position [longitude, latitude], not \(node.value.kind)")
        }
        if let first = numbers.first, case .array = first.value {
            throw mismatch("must be a position [longitude, latitude], not a list of lists")
        }
        guard numbers.count >= 2 else {
            throw CoordinatesProblem(message: "a position has two numbers: longitude, latitude")
        }
        let (longitude, latitude) = (try number(numbers, 0), try number(numbers, 1))
        do {
            return try Position(longitude: longitude, latitude: latitude)
        } catch .latitude {
            let hint = abs(longitude) <= 90 && abs(latitude) <= 180 ? "; these look swapped" : ""
            throw CoordinatesProblem(indices: [1], message: "\(ShapeError.latitude(latitude))\(hint)")
        } catch {
            throw CoordinatesProblem(indices: [0], message: "\(error)")
        }
    }

    private func number(_ nodes: [JSONNode], _ index: Int) throws(CoordinatesProblem) -> Double {
        guard case .number(let number) = nodes[index].value else {
            let kind = nodes[index].value.kind
            throw CoordinatesProblem(
                indices: [index],
                message: "must be a number without quotation marks, not \(kind)"
            )
        }
        return number
    }

    private func all<Element>(
        _ node: JSONNode,
        _ read: (JSONNode) throws(CoordinatesProblem) -> Element
    ) throws(CoordinatesProblem) -> [Element] {
        guard case .array(let nodes) = node.value else {
            throw mismatch("must be a list in [ ], not \(node.value.kind)")
        }
        var elements: [Element] = []
        elements.reserveCapacity(nodes.count)
        for (index, node) in nodes.enumerated() {
            do {
                elements.append(try read(node))
            } catch {
                throw error.inside(index)
            }
        }
        return elements
    }

    /// A problem that comes of lists which are not as deep as the type has them.
    private func mismatch(_ message: String) -> CoordinatesProblem {
        CoordinatesProblem(message: "\(message); \(depth)")
    }

    private var depth: String {
        switch self {
        case .polygon: "the coordinates of a Polygon are a list of rings, each a list of positions"
        case .multiPolygon:
            "the coordinates of a MultiPolygon are a list of polygons, each a list of rings, each a list of positions"
        case .lineString: "the coordinates of a LineString are a list of positions"
        }
    }
}
