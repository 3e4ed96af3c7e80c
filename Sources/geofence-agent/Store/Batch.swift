/// What one batch changes.
struct Batch {
    /// What the engine was given; empty where it was given nothing.
    var journal: [UInt8] = []
    /// What is to be sent, ascending by number.
    var outgoing: [OutboxRow] = []
    /// Numbers of rows that the broker has taken, or that a newer one replaces.
    var done: [Int64] = []
    /// Rows that the broker refuses for good, with its reason.
    var dead: [(row: OutboxRow, reason: Int32)] = []
    /// What is kept of the past.
    var history = HistoryBatch()
}
