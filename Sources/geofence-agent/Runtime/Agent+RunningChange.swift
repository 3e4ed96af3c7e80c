import GeofenceCore

/// A change of fences that concerns very many devices is made part by part: no turn of the loop is long.
///
/// Until it is made nothing is read and nothing is sent, so that it is one step all the same, to who asks and
/// to the store.
extension Agent {
    /// Devices that a change of fences looks at in one turn at most.
    static let mostLookedAtInTurn = 10_000

    /// Whether a change of fences has yet to reach some devices.
    var isChangingFences: Bool { tracker.isChangingFences }

    /// Has a change of fences that is under way reach some devices more, and publishes what that brings
    /// about.
    mutating func goOnChangingFences(at now: Timestamp) {
        tracker.goOnChangingFences(atMost: Self.mostLookedAtInTurn, &effects)
        deliver(at: now)
    }

    /// Has it reach all that are left.
    mutating func finishChangingFences(at now: Timestamp) {
        while isChangingFences { goOnChangingFences(at: now) }
    }
}
