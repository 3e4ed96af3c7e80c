import GeofenceCore

/// From a moment up to another, which is not part of it.
struct HistoryRange: Hashable, Sendable {
    var from = Timestamp(milliseconds: .min / 2)
    var to = Timestamp.distantFuture
}
