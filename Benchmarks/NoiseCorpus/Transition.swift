import GeofenceCore

/// An enter or an exit, and when it was told.
package struct Transition: Hashable, Sendable {
    /// The second at which it was sent: that of the fix that led to it, or the end of the hold.
    package var second: Double
    package var isEnter: Bool

    package init(second: Double, isEnter: Bool) {
        self.second = second
        self.isEnter = isEnter
    }

    init(_ event: Event, at time: Timestamp) {
        self.init(
            second: Double((event.confirmed ?? time).milliseconds) / 1000,
            isEnter: event.kind == .enter
        )
    }
}
