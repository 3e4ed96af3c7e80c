import GeofenceCore

/// A device, a day or week, and a fence.
struct PeriodRow: Hashable, Sendable {
    var device: Identifier
    /// The number of the first local day.
    var day: Int64
    /// The fence's id; nil: all fences, and all the way.
    var fence: String?
    /// The first time that it came in.
    var firstIn: Timestamp?
    /// The last time that it went out.
    var lastOut: Timestamp?
    /// Whether a visit lasts where the report ends.
    var isOpen = false
    /// Visits that began.
    var visits = 0
    /// Milliseconds inside.
    var inside: Int64 = 0
    /// Metres, of a fence those inside.
    var distance = 0.0
}

/// What lies between two visits.
struct TripRow: Hashable, Sendable {
    var device: Identifier
    /// The fences' ids.
    var from, to: String
    var start, end: Timestamp
    /// Metres.
    var distance = 0.0
}

/// A line of a report.
enum ReportRow: Hashable, Sendable {
    case period(PeriodRow)
    case trip(TripRow)
}
