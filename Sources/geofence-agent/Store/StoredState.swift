/// What a store holds when an agent starts.
struct StoredState {
    var setup: [String: [UInt8]] = [:]
    var devices: PackedBytes = []
    /// Fences in force by their slots, ascending.
    var fences: PackedRows<Int64> = []
    /// Fences set at run time.
    var runtimeFences: [[UInt8]] = []
    var journals: [[UInt8]] = []
    var outbox: [OutboxRow] = []
    /// How many rows the broker has refused for good.
    var deadCount = 0

    /// Whether no agent has written anything yet.
    var isNew: Bool {
        setup.isEmpty && devices.isEmpty && fences.isEmpty && runtimeFences.isEmpty && journals.isEmpty
            && outbox.isEmpty && deadCount == 0
    }
}
