import GeofenceCore

/// Reads circles from the documents of the OwnTracks apps: a `waypoint`, a `waypoints` list, a `.otrw`
/// export, a configuration, or the `cmd` that sets waypoints.
///
/// Beacons (`rad` 0 or less, or none) and deletions (a place that is none) are passed over. Numbers may be
/// texts, as some versions write them.
enum OwnTracksFences {
    /// The members that are looked at.
    enum Key: String, ConfigurationKey {
        case type = "_type"
        case creator = "_creator"
        case waypoints, desc, lat, lon, rad, rid, tst, uuid, waypoint, data
    }

    /// Who writes the id of a fence into `rid`, where the apps have one of their own making.
    static let creator = "geofence-agent"

    static func read(_ root: ValueReader, into intake: inout FeatureImporter) {
        if root.member(Key.type)?.node.text == "encrypted" {
            return root.report("is encrypted; export the waypoints from the app as a file instead")
        }
        guard let (list, document) = list(root) else {
            return root.report(
                "has no waypoints: an object with \"_type\": \"waypoints\" (or \"waypoint\") is needed"
            )
        }
        let hasOwnIDs = document.member(Key.creator)?.node.text?.hasPrefix(creator) ?? false
        for waypoint in list { intake.add(draft(waypoint, hasOwnIDs: hasOwnIDs)) }
    }

    /// The waypoints, and the object that they stand in.
    static func list(_ root: ValueReader) -> ([ValueReader], ValueReader)? {
        if case .array = root.node.value { return (root.elements, root) }
        if root.member(Key.type)?.node.text == "waypoint" { return ([root], root) }
        guard let inner = root.member(Key.waypoints) else { return nil }
        if case .object = inner.node.value { return list(inner) }
        return inner.list().map { ($0, root) }
    }

    /// What one waypoint says; nothing of its id unless `hasOwnIDs`.
    static func draft(_ waypoint: ValueReader, hasOwnIDs: Bool) -> ParsedFeature {
        var draft = ParsedFeature(at: waypoint)
        guard case .object = waypoint.node.value else {
            waypoint.report("must be a waypoint in { }, not \(waypoint.node.value.kind)")
            draft.place = .refused
            return draft
        }
        draft.name = waypoint.member(Key.desc)
        draft.isNamedByID = true
        draft.labels = [waypoint]
        if hasOwnIDs { draft.id = waypoint.member(Key.rid) }
        let radius = number(waypoint.member(Key.rad))
        guard let radius, radius.value > 0 else {
            let isBroken = waypoint.member(Key.rad) != nil && radius == nil
            draft.place = isBroken ? .refused : .none
            if !isBroken { draft.skipped = "is a beacon: it has no radius (rad)" }
            return draft
        }
        draft.radius = radius.reader
        let (latitude, longitude) = (number(waypoint.member(Key.lat)), number(waypoint.member(Key.lon)))
        guard let latitude, let longitude else {
            if waypoint.member(Key.lat) == nil || waypoint.member(Key.lon) == nil {
                waypoint.report("needs lat and lon")
            }
            draft.place = .refused
            return draft
        }
        draft.placeSource = latitude.reader
        draft.place = .point(longitude: longitude.value, latitude: latitude.value)
        if abs(latitude.value) >= deletion || abs(longitude.value) >= deletion {
            draft.skipped = "is a deletion: its place is none"
        }
        return draft
    }

    /// Degrees; the apps delete a waypoint whose place is out of range, for which -1000000 is sent.
    private static let deletion = 1000.0

    /// A number, also one in a text; nil, and reported, where it is there and none.
    static func number(_ value: ValueReader?) -> (value: Double, reader: ValueReader)? {
        guard let value else { return nil }
        if let number = value.node.text.flatMap({ TextProperty.number($0) }) {
            let node = JSONNode(position: value.node.position, value: .number(number))
            return (number, ValueReader(node: node, path: value.path, reading: value.reading))
        }
        return value.number().map { ($0, value) }
    }
}
