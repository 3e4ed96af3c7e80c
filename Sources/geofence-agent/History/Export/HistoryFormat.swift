/// How the past is written.
enum HistoryFormat: String, CaseIterable, Hashable, Sendable {
    /// Columns for a person.
    case table
    /// One JSON object a line; positions as `replay` takes them, events as they were published.
    case json
    /// A header and a line a row; of one kind.
    case csv
    /// GPX 1.1; positions alone.
    case gpx
}
