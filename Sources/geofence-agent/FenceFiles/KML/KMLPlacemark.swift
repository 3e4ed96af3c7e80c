import GeofenceCore

/// What a placemark holds, until it ends.
struct KMLPlacemark {
    var draft: ParsedFeature
    /// The ExtendedData, each name once.
    private(set) var members: [JSONMember] = []
    private var names: Set<String> = []
    var polygons: [[[Position]]] = []
    var lines: [[Position]] = []
    var points: [Position] = []
    /// The names of geometries that can't be a fence's.
    var others: [String] = []
    /// Whether some of its coordinates are wrong, which has been reported.
    var isRefused = false

    init(draft: ParsedFeature) {
        self.draft = draft
    }

    /// Adds what stands under a name; the first counts.
    mutating func add(_ name: String, _ member: @autoclosure () -> JSONMember) {
        if names.insert(name).inserted { members.append(member()) }
    }

    /// Adds a ring to the polygon that began last: the outer one comes first, wherever it stands.
    mutating func add(ring: [Position], isHole: Bool) {
        guard let last = polygons.indices.last else { return }
        if isHole { polygons[last].append(ring) } else { polygons[last].insert(ring, at: 0) }
    }

    /// The feature that it is.
    func finished(_ reading: ConfigurationReading) -> ParsedFeature {
        var draft = draft
        draft.isNamedByID = true
        let position = draft.source.node.position
        draft.properties = reading.value(.object(members), at: position, path: "Placemark.ExtendedData")
        draft.id = draft.properties?.member(GeoJSONFences.Key.id)
        draft.place = isRefused ? .refused : place(&draft)
        return draft
    }

    private func place(_ draft: inout ParsedFeature) -> FeaturePlace {
        if !polygons.isEmpty {
            if !lines.isEmpty || !points.isEmpty {
                draft.notes.append(.other("its points and lines beside the polygons are not read"))
            }
            return .polygons(polygons, polygons.count == 1 ? .polygon : .multiPolygon)
        }
        if let line = lines.first {
            return lines.count == 1 ? .line(line) : refused(draft, "\(lines.count) lines")
        }
        if let point = points.first {
            guard points.count == 1 else { return refused(draft, "\(points.count) points") }
            return .point(longitude: point.longitude, latitude: point.latitude)
        }
        if let other = others.first {
            draft.source.report("a <\(other)> is no place of a fence; draw a polygon, a line or a point")
            return .refused
        }
        let isPlaceless = ["wifi", "follows"].contains { key in members.contains { $0.key == key } }
        if !isPlaceless { draft.skipped = "has no polygon, line or point" }
        return .none
    }

    private func refused(_ draft: ParsedFeature, _ what: String) -> FeaturePlace {
        draft.source.report("has \(what); make each a placemark of its own")
        return .refused
    }
}
