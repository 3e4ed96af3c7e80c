/// What of the past is shown.
enum HistoryKind: String, CaseIterable, Hashable, Sendable {
    case positions, events, visits
}
