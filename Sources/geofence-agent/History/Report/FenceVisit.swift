/// A stay of a device inside a fence, as its events have it.
struct FenceVisit: Hashable, Sendable {
    /// The fence's id.
    var fence: String
    /// Milliseconds since 1970.
    var start: Int64
    /// Milliseconds since 1970; of one that lasts, up to where it counts.
    var end: Int64
    /// Whether it had not ended there.
    var isOpen = false
}
