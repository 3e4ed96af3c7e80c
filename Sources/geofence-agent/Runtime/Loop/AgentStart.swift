import Foundation
import GeofenceCore
import Logging
import MQTT

/// Puts an agent together from its configuration and what its store holds.
struct AgentStart: Sendable {
    let configuration: Configuration
    let file: String
    let log: Logger

    /// Opens the store, goes through what it holds, and makes the loop.
    ///
    /// A damaged store is moved aside, and what can still be read of it is taken over. What can't be is not
    /// known, and no event is made up.
    func loop(_ mailbox: CommandQueue, load: @escaping @Sendable () -> Configuration?) throws(StoreFailure)
        -> AgentLoop
    {
        do throws(StoreFailure) {
            return try open(mailbox, load)
        } catch {
            guard case .damaged = error else { throw error }
            log.error("\(error)")
            try salvage()
        }
        do throws(StoreFailure) {
            return try open(mailbox, load)
        } catch {
            guard case .damaged = error else { throw error }
            // What was taken over can't be used after all.
            let aside = Store.setAside(configuration.store.path, suffix: "\(Clock.now.iso8601)-new")
            log.error("\(error); moved aside, beginning anew", metadata: ["kept as": "\(aside)"])
            return try open(mailbox, load)
        }
    }

    /// Puts a new store in the place of a damaged one, which nobody may use.
    func salvage() throws(StoreFailure) {
        let keepsHistory = configuration.history != nil
        let shard = ShardMark.text(configuration.shard)
        let salvage = Salvage(
            settings: configuration.store,
            keepsHistory: keepsHistory,
            shard: shard,
            log: log
        )
        try salvage.run(at: Clock.now)
    }

    /// Positions of an earlier program are brought up to date: so many are.
    private func isMoving(_ positions: Int) {
        if positions == 0 {
            log.notice("positions of an earlier version are put into runs; this may take minutes, once")
        }
        // A service manager has more patience with who says that it goes on.
        ServiceManager(ProcessInfo.processInfo.environment)?.notify(["EXTEND_TIMEOUT_USEC=90000000"])
    }

    private func open(_ mailbox: CommandQueue, _ load: @escaping @Sendable () -> Configuration?)
        throws(StoreFailure)
        -> AgentLoop
    {
        try StoreFile.adoptSalvaged(at: configuration.store.path)
        let store = try Store(
            path: configuration.store.path,
            durability: configuration.store.durability,
            keepsHistory: configuration.history != nil,
            isMoving
        )
        StoreFile.removeRemains(besides: store.path)
        var stored = try store.load()
        try ShardMark.check(stored, configuration.shard, in: store)
        var generator = SystemRandomNumberGenerator()
        let name = try SessionName.kept(in: store, stored, using: &generator)
        var agent = try store.agent(from: &stored, configuration)
        if configuration.history != nil, !(try store.hasFenceVersions()) {
            agent.noteFirstFenceVersions(at: Clock.now)
        }
        agent.past.hasDevice = { device throws(StoreFailure) in try store.hasPast(of: device) }
        agent.past.damagedStores = { Store.setAside(store.path) }
        agent.past.copies = { StoreCopy.left(besides: store.path) }
        agent.past.devicesWithVisits = { () throws(StoreFailure) in try store.devicesWithVisits() }
        agent.past.visits = { device throws(StoreFailure) in try store.visits(of: device) }
        let link = ConnectionManager(
            configuration.mqtt.named(name, configuration.standby),
            topics: agent.port.settings.topics,
            filters: agent.filters,
            formerFilters: Agent.texts(in: stored.setup[Agent.StoreKey.filters])
        )
        log.notice(
            "starting",
            metadata: .of(
                .started,
                [
                    "version": "\(GeofenceAgent.version)", "fences": .number(configuration.fences.count),
                    "devices": .number(agent.tracker.engine.deviceCount),
                    "unsent": .number(agent.port.outbox.count), "broker": "\(configuration.mqtt.address)",
                ]
            )
        )
        var committer = Committer(store, try retention(stored))
        committer.workOff(&agent, link.heldFilters)
        let about = About(
            version: GeofenceAgent.version,
            started: Clock.now,
            configuration: configuration.hash
        )
        let fences = FenceListReader(agent.port.settings.fences)
        return AgentLoop(
            agent: agent,
            committer: committer,
            link: link,
            mailbox: mailbox,
            log: log,
            about: about
        ) {
            load().map { new in
                logWhatWaits(new)
                var new = new
                let change = fences.change(to: &new.fences)
                return AgentLoop.Reloaded(
                    setup: AgentSettings(new),
                    connection: new.mqtt.named(name, configuration.standby),
                    hash: new.hash,
                    fences: change
                )
            }
        }
    }

    private func retention(_ stored: StoredState) throws(StoreFailure) -> RetentionJob {
        do throws(DamagedBytes) {
            let newestRow = stored.outbox.last?.number ?? 0
            return try RetentionJob(stored.setup, configuration.history, newestRow: newestRow)
        } catch {
            throw .damaged(path: configuration.store.path, reason: "\(error)")
        }
    }

    /// Tells what of a configuration that is read again counts from the next start only.
    private func logWhatWaits(_ new: Configuration) {
        let keys = [
            ("topics.base", new.topics.base != configuration.topics.base),
            ("shard", new.shard != configuration.shard), ("standby", new.standby != configuration.standby),
            ("store", new.store != configuration.store),
            ("history", new.history != configuration.history), ("http", new.http != configuration.http),
            ("log", new.log != configuration.log),
        ]
        for (key, hasChanged) in keys where hasChanged {
            log.warning("\(key) has changed, which counts once the agent is started again")
        }
    }
}
