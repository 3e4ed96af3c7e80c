import GeofenceCore

/// One line of a track: what a device observed.
struct TrackEntry: Hashable, Sendable {
    var device: Identifier
    var observation: Observation
}
