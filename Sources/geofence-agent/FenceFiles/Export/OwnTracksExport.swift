import GeofenceCore

/// Writes circles as an OwnTracks `waypoints` document; other fences are left out.
///
/// `rid` is the id. `tst`, by which Android tells waypoints apart, is made of the id: always the same, and no two alike.
enum OwnTracksExport {
    static func write(_ fences: [Fence]) -> FenceExport {
        var export = FenceExport()
        var taken: Set<Int> = []
        var waypoints: [JSONValue] = []
        for fence in fences {
            guard let circle = fence.circle else {
                export.leaveOut(
                    fence,
                    "OwnTracks has circles alone, and this is a fence of kind \(fence.kind)"
                )
                continue
            }
            waypoints.append(waypoint(fence, circle, at: stamp(fence.id, &taken)))
        }
        let document: JSONValue = .members([
            ("_type", .string("waypoints")), ("_creator", .string(OwnTracksFences.creator)),
            ("waypoints", .list(waypoints)),
        ])
        export.bytes = document.bytes + [0x0A]
        return export
    }

    private static func waypoint(_ fence: Fence, _ circle: Circle, at time: Int) -> JSONValue {
        .members([
            ("_type", .string("waypoint")), ("desc", .string(fence.name ?? fence.id.description)),
            ("lat", .number(circle.center.latitude)), ("lon", .number(circle.center.longitude)),
            ("rad", .number(max(1, circle.radius.rounded()))), ("tst", .number(Double(time))),
            ("rid", .string(fence.id.description)),
        ])
    }

    /// A second between 2001 and 2017 that belongs to the id.
    private static func stamp(_ id: Identifier, _ taken: inout Set<Int>) -> Int {
        let hash = UInt64(Fingerprint.fnv1a(Array(id.description.utf8)), radix: 16) ?? 0
        var stamp = 1_000_000_000 + Int(hash % 500_000_000)
        while !taken.insert(stamp).inserted { stamp += 1 }
        return stamp
    }
}
