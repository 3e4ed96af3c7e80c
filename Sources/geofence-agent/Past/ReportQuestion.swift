import GeofenceCore

/// Of which stretches a report has rows.
enum ReportPeriod: String, CaseIterable, Hashable, Sendable {
    /// Local days.
    case day
    /// Local weeks, from Monday on.
    case week
    /// What lies between two visits of fences.
    case trip
}

/// What a report is to say.
struct ReportQuestion: Sendable {
    var by = ReportPeriod.day
    /// Whose days.
    var zone = TimeZoneTable.utc
    /// The stretch; its end is no later than now, up to where a visit counts that lasts.
    var range: HistoryRange
    /// Of whom; nil: of all.
    var device: Identifier?
    /// Of which fence; nil: of all, with a row for all of them together.
    var fence: Identifier?
    /// Whether visits of the fences that zones became are left out.
    var hidesZones = false
}
