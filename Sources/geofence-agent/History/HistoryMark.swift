/// A row behind which reading goes on; `id` distinguishes events of one moment.
struct HistoryMark: Hashable, Sendable {
    /// Milliseconds since 1970.
    var time: Int64
    var id: String?
}
