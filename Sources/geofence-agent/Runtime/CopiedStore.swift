import CLibrary
import GeofenceCore

/// A copy of an agent's store, which is to be that of another agent.
struct CopiedStore {
    /// Where it lies; nobody else knows of it.
    let path: String
    /// Of the agent that is to have it.
    let configuration: Configuration

    /// Makes it the store of an agent with a session of its own; gives the number of its devices.
    ///
    /// Its journal becomes a checkpoint: it names the packets of the other's session. Answers to requests are
    /// the other's to send. All else that was to be sent stays: one of a pair takes it back when it sees it
    /// published.
    func adapt(clientID name: String) throws(StoreFailure) -> Int {
        defer { _ = unlink(path + ".lock") }
        let store = try Store(
            path: path,
            durability: configuration.store.durability,
            keepsHistory: configuration.history != nil
        )
        var stored = try store.load()
        try ShardMark.check(stored, configuration.shard, in: store)
        var agent = try store.agent(from: &stored, configuration)
        agent.tracker.forgetSession()
        for row in stored.outbox where row.isAnswer { agent.port.outbox.withdraw(row.number) }
        let checkpoint = agent.checkpoint(filters: agent.filters)
        try store.commit(agent.batch(with: .all), checkpoint, time: Clock.now.milliseconds)
        try store.keep(Array(name.utf8), as: Agent.StoreKey.clientId)
        return agent.tracker.engine.deviceCount
    }
}
