import GeofenceCore

/// What is asked where somebody wants to know why something was decided in the past.
struct ExplanationQuestion: Sendable {
    var device, fence: Identifier
    /// The moment up to which decisions count.
    var time: Timestamp
    /// Decisions at most.
    var count: Int
    /// How messages are put in order and believed; the history doesn't keep what that was.
    var stream: StreamRules
    var timeZones: TimeZoneFiles
    /// The file of the store.
    var path: String
}
