import CLibrary
import GeofenceCore
import Logging

/// Puts a new store in the place of a damaged one, with all of it that can still be read.
///
/// The new one is made beside it and takes its place when it is whole, so a process that is killed meanwhile
/// has lost nothing.
struct Salvage {
    let settings: StoreSettings
    let keepsHistory: Bool
    /// Whose devices the store has, as the configuration says (`ShardMark`).
    var shard = ""
    let log: Logger

    /// Reads the damaged store, makes the new one, moves the damaged one aside, and says what came of it.
    func run(at now: Timestamp) throws(StoreFailure) {
        let path = settings.path
        let new = path + ".new"
        defer { Self.remove(new + ".lock") }
        for companion in ["", "-wal", "-shm"] { Self.remove(new + companion) }
        let lock = try StoreLock(besides: path)
        let (lines, lost) = try fill(new, at: now)
        try Self.rename(new, path + StoreFile.salvaged)
        let aside = Store.setAside(path, suffix: now.iso8601)
        try Self.rename(path + StoreFile.salvaged, path)
        withExtendedLifetime(lock) {}
        log.warning(
            "the damaged store is moved aside; what could be read of it is taken over",
            metadata: ["kept as": "\(aside)", "taken over": "\(lines)"]
        )
        guard !lost.isEmpty else { return }
        log.error("a part of the damaged store can't be read, and is lost", metadata: ["lost": "\(lost)"])
    }

    /// Fills a new store; gives what was kept and lost, by kind and number.
    private func fill(_ path: String, at now: Timestamp) throws(StoreFailure) -> (kept: String, lost: String)
    {
        let damaged = DamagedStore(path: settings.path)
        let salvaged = SalvagedState(damaged.load())
        let store = try Store(path: path, durability: settings.durability, keepsHistory: keepsHistory)
        var setup = salvaged.state.setup
        if damaged.losses[DamagedStore.setup] != nil, setup[Agent.StoreKey.shard] == nil, !shard.isEmpty {
            // Without it no agent would start with what is kept.
            setup[Agent.StoreKey.shard] = Array(shard.utf8)
        }
        try keep(salvaged, setup, in: store, at: now)
        var count = HistoryCount()
        let devices = damaged.trackedDevices()
        for device in devices {
            let new = try store.takeOver(damaged.past(of: device))
            count = HistoryCount(
                positions: count.positions + new.positions,
                networks: count.networks + new.networks,
                events: count.events + new.events,
                visits: count.visits + new.visits
            )
        }
        count.positions += try keepRuns(of: devices, damaged, in: store)
        let versions = damaged.fenceVersions()
        try store.takeOver(versions)
        return (Self.kept(salvaged, count, versions.count), Self.lost(damaged.losses, salvaged.lost))
    }

    /// Keeps positions that no index leads to; gives how many.
    private func keepRuns(
        of devices: [(key: Int64, id: Identifier)],
        _ damaged: DamagedStore,
        in store: Store
    ) throws(StoreFailure) -> Int {
        let names = Dictionary(devices.map { ($0.key, $0.id) }, uniquingKeysWith: { first, _ in first })
        var (batch, count, failure) = (HistoryBatch(), 0, StoreFailure?.none)
        func keep() {
            do throws(StoreFailure) {
                if failure == nil { count += try store.takeOver(batch).positions }
            } catch {
                failure = error
            }
            batch.positions.removeAll()
        }
        damaged.runsInTheirTable { device, positions in
            guard let name = names[device] else { return }
            batch.positions.append((name, positions))
            if batch.positions.count >= Self.runsAtOnce { keep() }
        }
        if !batch.positions.isEmpty { keep() }
        if let failure { throw failure }
        return count
    }

    /// Runs of positions that one transaction keeps.
    private static let runsAtOnce = 1000

    private func keep(
        _ salvaged: SalvagedState,
        _ setup: [String: [UInt8]],
        in store: Store,
        at now: Timestamp
    ) throws(StoreFailure) {
        let state = salvaged.state
        var checkpoint = Checkpoint(
            runtimeFences: zip(salvaged.fences, state.runtimeFences).map { id, bytes in
                (id: Array(id.description.utf8), bytes: bytes)
            },
            setup: setup.map { (name: $0.key, value: $0.value) }
        )
        for (id, bytes) in zip(salvaged.devices, state.devices) {
            checkpoint.devices.append(id) { $0.append(bytes) }
        }
        for fence in state.fences {
            checkpoint.fences.append(Int32(clamping: fence.key)) { $0.append(fence.bytes) }
        }
        try store.commit(Batch(outgoing: state.outbox), checkpoint, time: now.milliseconds)
        for entries in state.journals {
            try store.commit(Batch(journal: entries), time: now.milliseconds)
        }
    }

    private static func kept(_ salvaged: SalvagedState, _ history: HistoryCount, _ fenceVersions: Int)
        -> String
    {
        let counts = [
            ("fences", salvaged.fences.count), ("overrides", salvaged.overrideCount),
            ("devices", salvaged.devices.count), ("journal", salvaged.state.journals.count),
            ("unsent", salvaged.state.outbox.count), ("positions", history.positions),
            ("networks", history.networks), ("events", history.events), ("visits", history.visits),
            ("fence versions", fenceVersions),
        ]
        return counts.map { "\($0.0) \($0.1)" }.joined(separator: ", ")
    }

    private static func lost(_ losses: [String: DamagedStore.Loss], _ undecoded: [String: Int]) -> String {
        let kinds = Set(losses.keys).union(undecoded.keys).sorted()
        return kinds.map { kind in
            let loss = losses[kind] ?? DamagedStore.Loss()
            let rows = loss.rows + (undecoded[kind] ?? 0)
            let parts = [(rows, "\(rows)"), (loss.gaps, "\(loss.gaps) broken places")]
            return "\(kind) " + parts.filter { $0.0 > 0 }.map(\.1).joined(separator: " and ")
        }.joined(separator: ", ")
    }

    private static func remove(_ path: String) { _ = unlink(path) }

    private static func rename(_ path: String, _ new: String) throws(StoreFailure) {
        guard CLibrary.rename(path, new) == 0 else {
            throw .disk(path: new, reason: String(cString: strerror(errno)))
        }
    }
}
