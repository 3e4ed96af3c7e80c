import GeofenceCore

/// What the configuration adds to what is published of events and devices.
struct EventAdditions: Hashable, Sendable {
    /// The names that devices have for people; most have none.
    var deviceNames: [Identifier: String] = [:]
}
