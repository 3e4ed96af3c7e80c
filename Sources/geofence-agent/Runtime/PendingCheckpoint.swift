/// What the next checkpoint has to do beside keeping what has changed.
struct PendingCheckpoint {
    /// Whether the next commit has to be a checkpoint, since something has changed that journals don't say.
    var isDue = false
    /// Whether one is to begin with the next commit, which of many devices is written in parts.
    var isWanted = false
    /// Whether the store has the fences that journals are to be read with.
    var hasFences = false
    /// Whether the fences of the configuration come into force once all have left those that are closing.
    var awaitsFences = false
    /// Ids of devices that the store is to forget with it.
    var forgotten: [[UInt8]] = []
    /// Whether `agent/info` counts other fences or devices than were published.
    var hasOtherCounts = false
}
