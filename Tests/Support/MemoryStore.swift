import GeofenceCore

@testable import geofence_agent

/// What a store would hold, in memory.
struct MemoryStore {
    private var setup: [String: [UInt8]] = [:]
    private var devices: [[UInt8]: [UInt8]] = [:]
    private var fences: [Int32: [UInt8]] = [:]
    private var runtimeFences: [[UInt8]: [UInt8]] = [:]
    private var journals: [[UInt8]] = []
    private var outbox: [Int64: OutboxRow] = [:]
    private var deadCount = 0

    /// What an agent that starts would read.
    var state: StoredState {
        StoredState(
            setup: setup,
            devices: PackedBytes(
                devices.sorted { $0.key.lexicographicallyPrecedes($1.key) }.map(\.value)
            ),
            fences: PackedRows(fences.sorted { $0.key < $1.key }.map { (Int64($0.key), $0.value) }),
            runtimeFences: runtimeFences.sorted { $0.key.lexicographicallyPrecedes($1.key) }.map(\.value),
            journals: journals,
            outbox: outbox.values.sorted { $0.number < $1.number },
            deadCount: deadCount
        )
    }

    /// Commits what has gathered in an agent, as its loop does.
    mutating func commit(_ agent: inout Agent, checkpoint: Bool = false) {
        if !agent.port.journal.bytes.isEmpty { journals.append(agent.port.journal.bytes) }
        let batch = agent.port.outbox.changes
        for number in batch.done + batch.dead.map(\.row.number) { outbox[number] = nil }
        for row in batch.outgoing { outbox[row.number] = row }
        deadCount += batch.dead.count
        if checkpoint { keep(&agent) }
        agent.port.journal.didCommit()
        agent.port.outbox.didCommit()
    }

    private mutating func keep(_ agent: inout Agent) {
        let checkpoint = agent.checkpoint(filters: ["a/+", "b"])
        for id in checkpoint.forgotten { devices[id] = nil }
        for device in checkpoint.devices { devices[Array(device.key.description.utf8)] = Array(device.bytes) }
        for fence in checkpoint.fences { fences[fence.key] = Array(fence.bytes) }
        for slot in checkpoint.emptySlots { fences[slot] = nil }
        for fence in checkpoint.runtimeFences { runtimeFences[fence.id] = fence.bytes }
        for entry in checkpoint.setup { setup[entry.name] = entry.value }
        journals = []
        agent.didCheckpoint()
    }
}
