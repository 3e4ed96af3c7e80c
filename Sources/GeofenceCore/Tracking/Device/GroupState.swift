/// What is kept of one device and one group of fences.
struct GroupState: Hashable {
    /// The group's number in the table.
    var group: Int32
    /// Inside of any of its fences.
    var isInside: Bool
    /// Since when that holds.
    var since: Timestamp
    /// When the last visit began.
    var visit = Timestamp.distantPast
    /// Number of the last event.
    var sequence: UInt32 = 0
    /// Whether a visit has ever begun.
    var hasBeenInside = false
}
