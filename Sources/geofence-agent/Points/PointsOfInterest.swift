/// Points of interest, and what is told of those near each device.
struct PointsOfInterest: Hashable, Sendable {
    let settings: PointSettings
    let table: PointTable

    /// Tells these from others, so that what was told by others is told anew.
    var fingerprint: String {
        Fingerprint.fnv1a(Array("\(settings)".utf8), after: table.fingerprint)
    }
}
