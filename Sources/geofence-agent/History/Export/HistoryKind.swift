/// What of the past is shown.
enum HistoryKind: String, CaseIterable, Hashable, Sendable {
    case positions, networks, events, visits
}
