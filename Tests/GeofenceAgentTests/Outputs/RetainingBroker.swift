@testable import AgentTestSupport
@testable import geofence_agent

/// What a broker retains, of an agent whose store is in memory.
struct RetainingBroker {
    var store = MemoryStore()
    private(set) var retained: [String: [UInt8]] = [:]
    private var packet: Int32 = 0

    /// The retained topics that begin so.
    func topics(_ prefix: String) -> Set<String> { Set(retained.keys.filter { $0.hasPrefix(prefix) }) }

    /// Commits what has gathered, and has all rows that may leave.
    mutating func receive(from agent: inout Agent, checkpoint: Bool = false) {
        store.commit(&agent, checkpoint: checkpoint)
        while let row = agent.port.outbox.nextSendable() {
            packet += 1
            agent.port.outbox.didSend(row, packet: packet)
            if row.isRetained { retain(row.topic, row.payload) }
            _ = agent.port.outbox.acknowledge(packet: packet, reason: 0)
        }
        store.commit(&agent)
    }

    mutating func refresh(from agent: inout Agent) {
        for message in agent.refreshed() { retain(message.topic, message.payload) }
    }

    private mutating func retain(_ topic: String, _ payload: [UInt8]) {
        retained[topic] = payload.isEmpty ? nil : payload
    }
}
