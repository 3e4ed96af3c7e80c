import GeofenceCore

/// What fences a device's zones of one label are to be, given those that they are.
///
/// A fence outlasts doubt: it stays until its zone goes, is called something else, or is hardly that any
/// more; it stays where it is until the zone's center has moved by half its radius. A fence that moves is a
/// new place to the engine, and its device is neither inside nor outside it for a moment.
struct ZoneFenceRule {
    let device: Identifier
    let label: ZoneLabel
    let radius: Double

    /// A score from which on a zone keeps the fence that it has; half of what it takes to be called home or
    /// work.
    private static let keeps = 0.25

    /// Whether a zone that has a fence keeps it.
    func keeps(_ zone: Zone) -> Bool {
        if zone.labels.contains(label) { return true }
        let isOther = zone.labels == [.other]
        return isOther && (label == .home ? zone.scores.home : zone.scores.work) >= Self.keeps
    }

    /// Whether a fence is too far from its zone.
    func hasMoved(_ zone: Zone, from fence: Fence) -> Bool {
        guard case .circle(let circle) = fence.shape else { return true }
        return Geodesic.distance(circle.center, zone.center) > radius / 2
    }

    /// The fence of a zone; nil where the device's name would be a pattern.
    func fence(_ id: Identifier, at center: Coordinate, in group: Identifier?, _ rules: Rules) -> Fence? {
        guard !device.description.contains("*"), let pattern = try? DevicePattern(device.description),
            let circle = try? Circle(center: center, radius: radius)
        else { return nil }
        return try? Fence(
            id: id,
            name: ZoneFence.name(label),
            shape: .circle(circle),
            devices: [pattern],
            groups: group.map { [$0] } ?? [],
            rules: rules,
            origin: .zoneFences
        )
    }
}
