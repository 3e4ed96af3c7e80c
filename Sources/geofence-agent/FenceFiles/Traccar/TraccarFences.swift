import GeofenceCore

/// Reads fences from Traccar's list of geofences, as its interface `/api/geofences` gives it: one object, or
/// a list of them.
///
/// `attributes` may have `polylineDistance`, the metres on each side of a line, and the keys of a fence in
/// the configuration. `speedLimit` is Traccar's own there, and in knots.
enum TraccarFences {
    /// The members that are looked at.
    enum Key: String, ConfigurationKey { case name, area, attributes, polylineDistance, id }

    static func read(_ root: ValueReader, into intake: inout FeatureImporter) {
        if case .object = root.node.value { return intake.add(draft(root, intake.options)) }
        for geofence in root.list() ?? [] { intake.add(draft(geofence, intake.options)) }
    }

    private static func draft(_ geofence: ValueReader, _ options: FenceFileOptions) -> ParsedFeature {
        var draft = ParsedFeature(at: geofence)
        draft.name = geofence.member(Key.name)
        draft.isNamedByID = true
        draft.labels = [geofence]
        if let attributes = geofence.member(Key.attributes), case .object = attributes.node.value {
            draft.properties = inKilometresPerHour(attributes).withFenceKeys()
            draft.id = draft.properties?.member(Key.id)
            draft.width = width(attributes)
        }
        guard let area = geofence.member(Key.area), let text = area.text() else {
            if geofence.member(Key.area) == nil {
                geofence.report("needs an \"area\", such as \"CIRCLE (52.5 13.4, 150)\"")
            }
            draft.place = .refused
            return draft
        }
        draft.read(area: text, at: area, order: options.order ?? .latlon)
        return draft
    }

    /// The same with the speed limit in km/h.
    private static func inKilometresPerHour(_ attributes: ValueReader) -> ValueReader {
        guard case .object(let members) = attributes.node.value else { return attributes }
        let converted = members.map { member in
            guard member.key == Rules.Key.speedLimit.rawValue, case .number(let knots) = member.node.value
            else { return member }
            let limit = JSONValue.number(SpeedUnit.knots.kilometresPerHour(knots))
            let node = JSONNode(position: member.node.position, value: limit)
            return JSONMember(key: member.key, position: member.position, node: node)
        }
        let node = JSONNode(position: attributes.node.position, value: .object(converted))
        return ValueReader(node: node, path: attributes.path, reading: attributes.reading)
    }

    /// Twice the distance on each side.
    private static func width(_ attributes: ValueReader) -> ValueReader? {
        guard let distance = attributes.member(Key.polylineDistance) else { return nil }
        guard case .number(let metres) = distance.node.value else { return distance }
        let node = JSONNode(position: distance.node.position, value: .number(2 * metres))
        return ValueReader(node: node, path: distance.path, reading: distance.reading)
    }
}
