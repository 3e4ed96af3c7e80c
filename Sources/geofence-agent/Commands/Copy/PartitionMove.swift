import CLibrary
import GeofenceCore
import MQTT

/// The way of partitions from an agent that runs to one that does not.
struct PartitionMove {
    let plan: MovePlan
    /// Milliseconds that the running agent may take to work off what waits for it.
    var patience: Int64 = 120_000
    /// Milliseconds in which it has to be stopped then.
    var patienceForStop: Int64 = 600_000

    /// Milliseconds between two looks.
    private static let interval: Int64 = 100

    private var transfer: DeviceTransfer {
        DeviceTransfer(source: plan.shards.source, target: plan.shards.target)
    }

    /// Goes it; says of each step what is done, and gives the number of devices.
    ///
    /// Each of the two stores changes in one transaction. Broken off between them it is to be done again, and
    /// goes on there.
    /// - Throws: why it came to no end.
    func run(_ say: (String) -> Void) throws(CopyFailure) -> Int {
        var receiver = try opened(plan.target)
        let isTaken = receiver.mark == ShardMark.text(plan.shards.target)
        if !isTaken {
            let before = try CopyFailure.of { () throws(MovePlan.Problem) in
                try plan.before(target: receiver.mark)
            }
            try makeRunningAgentReady(&receiver, before, say)
            var sender = try stopped()
            guard sender.mark == ShardMark.text(before) || sender.mark == "" && before.isWhole else {
                throw .ranges(
                    "the store of --from has the devices of \(sender.mark ?? "none"), and not of \(ShardMark.text(before)), which the new ranges add up to"
                )
            }
            try drain(&sender, say)
            let count = try CopyFailure.of { () throws(StoreFailure) in
                try transfer.handOver(from: &sender, to: &receiver)
            }
            say("the agent of --to has \(count) devices more")
            return try release(&sender)
        }
        var sender = try opened(plan.source)
        guard sender.mark != ShardMark.text(plan.shards.source) else { return 0 }
        return try release(&sender)
    }

    private func release(_ sender: inout OpenedStore) throws(CopyFailure) -> Int {
        try CopyFailure.of { () throws(StoreFailure) in try transfer.release(from: &sender) }
    }

    private func opened(_ configuration: Configuration) throws(CopyFailure) -> OpenedStore {
        do throws(StoreFailure) {
            return try OpenedStore(configuration)
        } catch {
            throw .store(error)
        }
    }

    /// What the broker sends from now on is kept for the second agent; the first has worked off what came
    /// before.
    private func makeRunningAgentReady(
        _ receiver: inout OpenedStore,
        _ before: Shard,
        _ say: (String) -> Void
    ) throws(CopyFailure) {
        guard try CopyFailure.of({ () throws(StoreFailure) in try StoreLock.isTaken(plan.source.store.path) })
        else { throw .idle(path: plan.source.store.path) }
        let name = try CopyFailure.of { () throws(StoreFailure) in try receiver.clientID() }
        do throws(MQTTFailure) {
            if receiver.mark == nil {
                _ = try NewSession(plan.target, clientID: name)
                receiver.filters = NewSession.filters(plan.target)
            } else {
                let known = receiver.filters
                receiver.filters += try NewSession.extend(plan.target, clientID: name, besides: known)
            }
        } catch {
            throw .session(error)
        }
        say("the broker keeps messages for the session \"\(name)\"")
        var running = plan.source
        running.shard = before
        try RunningAgent(configuration: running, patience: patience).workOff()
        say("the agent of --from has worked off what came before; stop it now")
    }

    /// The store of the first agent, once that is stopped.
    private func stopped() throws(CopyFailure) -> OpenedStore {
        let deadline = Clock.uptime + patienceForStop
        while true {
            do throws(StoreFailure) {
                return try OpenedStore(plan.source)
            } catch {
                guard case .locked = error, Clock.uptime < deadline else { throw .store(error) }
                usleep(UInt32(Self.interval * 1000))
            }
        }
    }

    /// Publishes what the first agent had yet to send: later than what the second says it would contradict
    /// that.
    func drain(_ sender: inout OpenedStore, _ say: (String) -> Void) throws(CopyFailure) {
        let rows = sender.agent.port.outbox.rows(behind: 0).filter { !$0.isAnswer }
        guard !rows.isEmpty else { return }
        do throws(MQTTFailure) {
            let broker = try BrokerClient(NewSession.first(of: plan.source.mqtt))
            defer { broker.close() }
            for row in rows { try broker.publish(row.topic, row.payload, retained: row.isRetained) }
            try broker.flush()
        } catch {
            throw .session(error)
        }
        for row in rows { sender.agent.port.outbox.withdraw(row.number) }
        say("\(rows.count) messages are published that the agent of --from had yet to send")
    }
}
