import GeofenceCore

/// A store whose agent does not run, with the agent that it holds.
struct OpenedStore: ~Copyable {
    let store: Store
    var agent: Agent
    let configuration: Configuration
    /// The subscriptions that the broker may hold for the agent.
    var filters: [String]
    /// Whose devices it has, as `ShardMark` says; nil where no agent has used it yet.
    let mark: String?

    /// Opens it, or makes it.
    init(_ configuration: Configuration) throws(StoreFailure) {
        let store = try Store(
            path: configuration.store.path,
            durability: configuration.store.durability,
            keepsHistory: configuration.history != nil
        )
        var stored = try store.load()
        let isUnused = stored.setup[Agent.StoreKey.fenceRules] == nil && stored.devices.isEmpty
        let agent = try store.agent(from: &stored, configuration)
        let mark = stored.setup[Agent.StoreKey.shard].map { String(decoding: $0, as: UTF8.self) }
        self.store = store
        self.agent = agent
        self.configuration = configuration
        filters = Agent.texts(in: stored.setup[Agent.StoreKey.filters])
        self.mark = mark ?? (isUnused ? nil : "")
    }

    /// The name of the agent's session; one that has none gets one.
    func clientID() throws(StoreFailure) -> String {
        var generator = SystemRandomNumberGenerator()
        let name = try SessionName.kept(in: store, try store.load(), using: &generator)
        return configuration.mqtt.named(name, configuration.standby).clientId
    }

    /// Keeps all that has changed, in one transaction, as the store of a shard.
    mutating func commit(as mark: String) throws(StoreFailure) {
        var checkpoint = agent.checkpoint(filters: filters)
        checkpoint.setup.append((Agent.StoreKey.shard, Array(mark.utf8)))
        try store.commit(agent.batch(with: .all), checkpoint, time: Clock.now.milliseconds)
        agent.didCheckpoint()
        agent.didCommit(with: .all)
    }

    /// Its devices that are not a shard's.
    func devices(besides shard: Shard) -> [Int] {
        var devices: [Int] = []
        for device in agent.tracker.engine.deviceNumbers
        where !shard.owns(agent.tracker.engine.deviceID(device)) { devices.append(device) }
        return devices
    }
}

/// Devices on their way from one store to another; neither agent runs.
struct DeviceTransfer {
    let source: Shard
    let target: Shard

    /// Has the second take over what the first no longer has, in one transaction; gives the number of
    /// devices.
    ///
    /// Their past is written before that: broken off, it is written again, and each row stays one.
    func handOver(from sender: inout OpenedStore, to receiver: inout OpenedStore) throws(StoreFailure) -> Int
    {
        // What the journal holds has to be in the tables of the past.
        try sender.commit(as: sender.mark ?? "")
        let devices = sender.devices(besides: source)
        do throws(DamagedBytes) {
            try receiver.agent.accept(receiver.agent.lacking(of: sender.agent, target.owns))
            for device in devices {
                // Of a move that was broken off nothing is there; what is, the shard's agent has made known.
                let id = sender.agent.tracker.engine.deviceID(device)
                guard receiver.agent.tracker.engine.device(id) == nil else { continue }
                try receiver.agent.adopt(sender.agent.parcel(of: device))
            }
        } catch {
            throw .damaged(path: sender.store.path, reason: "\(error)")
        }
        try takePast(of: devices, from: sender, to: receiver)
        try receiver.commit(as: ShardMark.text(target))
        return devices.count
    }

    private func takePast(
        of devices: [Int],
        from sender: borrowing OpenedStore,
        to receiver: borrowing OpenedStore
    ) throws(StoreFailure) {
        guard sender.configuration.history != nil, receiver.configuration.history != nil else { return }
        var moved: Set<Identifier> = []
        for device in devices { moved.insert(sender.agent.tracker.engine.deviceID(device)) }
        let past = DamagedStore(path: sender.store.path)
        for device in past.trackedDevices() where moved.contains(device.id) {
            _ = try receiver.store.takeOver(past.past(of: device))
        }
    }

    /// Has the first drop what the second has taken over, in one transaction; gives the number of devices.
    func release(from sender: inout OpenedStore) throws(StoreFailure) -> Int {
        let devices = sender.devices(besides: source)
        for device in devices { sender.agent.release(device, at: Clock.now) }
        try sender.commit(as: ShardMark.text(source))
        return devices.count
    }
}
