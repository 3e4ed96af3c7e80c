import GeofenceCore

/// Writes circles as an OwnTracks `waypoints` document; other fences are left out.
///
/// `rid` is the id. `tst`, by which Android tells waypoints apart, is made of the id: always the same, and no
/// two alike.
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
        export.bytes = document(waypoints).bytes + [0x0A]
        return export
    }

    /// The document that waypoints stand in.
    static func document(_ waypoints: [JSONValue]) -> JSONValue {
        .members([
            ("_type", .string("waypoints")), ("_creator", .string(OwnTracksFences.creator)),
            ("waypoints", .list(waypoints)),
        ])
    }

    /// A circle as a waypoint, by its fence's name unless another is given.
    static func waypoint(_ fence: Fence, _ circle: Circle, at time: Int, name: String? = nil) -> JSONValue {
        .members([
            ("_type", .string("waypoint")),
            ("desc", .string(name ?? fence.name ?? fence.id.description)),
            ("lat", .number(circle.center.latitude)), ("lon", .number(circle.center.longitude)),
            ("rad", .number(max(1, circle.radius.rounded()))), ("tst", .number(Double(time))),
            ("rid", .string(fence.id.description)),
        ])
    }

    /// A second between 2001 and 2017 that belongs to the id, or the next that none of those `taken` has.
    static func stamp(_ id: Identifier, _ taken: inout Set<Int>) -> Int {
        var stamp = stamp(id)
        while !taken.insert(stamp).inserted { stamp += 1 }
        return stamp
    }

    /// A second between 2001 and 2017 that belongs to the id.
    ///
    /// Of 100 fences two have the same with a probability of 1 in 100,000.
    static func stamp(_ id: Identifier) -> Int {
        1_000_000_000 + Int(FNV1a(id.description.utf8).value % 500_000_000)
    }
}
