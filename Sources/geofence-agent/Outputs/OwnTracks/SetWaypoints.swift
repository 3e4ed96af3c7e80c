import GeofenceCore

/// The command that has a phone show circles.
///
/// The apps add what they don't have and replace what they have: iOS by `rid`, Android by `tst`. There is no
/// word to take one out that both understand: a place that is none deletes on iOS, and makes a broken
/// waypoint on Android.
/// Source: `Settings.m` and `WaypointsRepo.kt` of the apps.
struct SetWaypoints {
    /// The message.
    let payload: [UInt8]
    /// The stamps of the circles.
    let stamps: [Int]

    /// Makes a command of circles in the order of their fences' ids.
    init(_ circles: [(fence: Fence, circle: Circle)]) {
        var taken: Set<Int> = []
        let waypoints = circles.map { fence, circle in
            OwnTracksExport.waypoint(
                fence,
                circle,
                at: OwnTracksExport.stamp(fence.id, &taken),
                name: Self.name(fence)
            )
        }
        stamps = taken.sorted()
        let command: JSONValue = .members([
            ("_type", .string("cmd")), ("action", .string("setWaypoints")),
            ("waypoints", OwnTracksExport.document(waypoints)),
        ])
        payload = command.bytes
    }

    /// Tells whether a phone has been sent the same before.
    var fingerprint: String { Fingerprint.fnv1a(payload) }

    /// The app for iOS takes what follows a colon for a beacon.
    private static func name(_ fence: Fence) -> String {
        (fence.name ?? fence.id.description).replacing(":", with: " -")
    }
}
