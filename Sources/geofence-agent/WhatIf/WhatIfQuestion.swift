import GeofenceCore

/// What would have been of a stretch of the past, had a fence been another.
struct WhatIfQuestion: Sendable {
    /// The fence, by itself: no other changes its events.
    var fence: Fence
    /// Of whom; nil: of all.
    var device: Identifier?
    /// The stretch; it is of events, positions of a day before count as well.
    var range: HistoryRange
    /// How messages are put in order and believed.
    var stream: StreamRules
    /// The file of the store.
    var path: String

    /// Days that are looked at by default.
    static let usualDays: Int64 = 7
}
