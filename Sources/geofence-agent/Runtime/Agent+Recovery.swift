import GeofenceCore

extension Agent {
    /// Takes up where the process before this one was: the states of its last checkpoint, then every input
    /// since.
    ///
    /// What those inputs brought about is in the outbox already, or has left. Of `stored` no fences in force
    /// and no devices are left: there may be a million of each.
    static func recovered(
        _ setup: AgentSettings,
        stored: inout StoredState,
        outputs list: [any Output]? = nil
    ) throws(DamagedBytes) -> Agent {
        var engine = try storedEngine(&stored, setup)
        let limit = try storedLimit(StoreKey.deviceLimit, stored.setup)
        try stored.devices.drain { bytes throws(DamagedBytes) in
            var reader = ByteReader(bytes)
            try engine.restore(from: &reader, below: limit)
        }
        var agent = Agent(setup, engine: engine, outbox: Outbox(stored: stored.outbox), outputs: list)
        try agent.restore(stored)
        return agent
    }

    private mutating func restore(_ stored: StoredState) throws(DamagedBytes) {
        pending.hasFences = stored.setup[StoreKey.fenceRules] != nil
        port.counters.dead = UInt64(stored.deadCount)
        try tracker.restore(stored.setup, runtimeFences: stored.runtimeFences)
        try outputs.restore(stored.setup)
        pastVisits.pending = Self.texts(in: stored.setup[StoreKey.past]).compactMap {
            try? Identifier($0)
        }
        if let reports = stored.setup[StoreKey.streamed] { try intake.streamed.restore(reports) }
        if let bytes = stored.setup[StoreKey.silences] { try intake.silences.restore(bytes) }
        if let bytes = stored.setup[StoreKey.shares] { try intake.shares.restore(bytes) }
        effects.explains = false
        for entries in stored.journals { try replay(entries) }
        effects.explains = true
        poiFences.fingerprint =
            stored.setup[StoreKey.points].map { String(decoding: $0, as: UTF8.self) } ?? ""
        outputs.didRecover(tracker, port.settings)
    }

    /// An engine with the fences under which the journal was written; in a new store, those of the
    /// configuration.
    private static func storedEngine(
        _ stored: inout StoredState,
        _ setup: AgentSettings
    ) throws(DamagedBytes) -> Engine {
        guard let bytes = stored.setup[StoreKey.fenceRules] else {
            // The first checkpoint writes both.
            guard stored.fences.isEmpty else { throw ByteReader([]).damaged }
            return Engine(setup)
        }
        var reader = ByteReader(bytes)
        let places = try storedPlaceRules(stored.setup[StoreKey.places])
        var engine = try Engine(fenceRules: &reader, places: places)
        let limit = try storedLimit(StoreKey.fenceLimit, stored.setup)
        engine.prepareToRestore(setup.fences)
        try stored.fences.drain { slot, bytes throws(DamagedBytes) in
            var reader = ByteReader(bytes)
            try engine.restore(fence: slot, from: &reader, below: limit) { setup.configured[$0] }
        }
        return engine
    }

    /// Below which the numbers of stored devices are, or the slots of fences; there are none before the first
    /// checkpoint.
    private static func storedLimit(
        _ name: String,
        _ stored: [String: [UInt8]]
    ) throws(DamagedBytes) -> Int {
        guard let bytes = stored[name] else { return 0 }
        var reader = ByteReader(bytes)
        return Int(clamping: try reader.count())
    }

    /// Whether the engine works with the fences of the configuration.
    ///
    /// - Complexity: a look at each fence.
    var hasConfiguredFences: Bool { hasConfiguredRules && tracker.engine.hasFences(wantedFences) }

    /// The same, where all that it may lack is known.
    func hasConfiguredFences(but change: FenceListChange?) -> Bool { change?.isEmpty ?? hasConfiguredFences }

    /// Whether the engine works with all that the configuration says of fences, but the fences themselves.
    var hasConfiguredRules: Bool {
        tracker.engine.reportAllUpTo == port.settings.reportAllUpTo
            && tracker.engine.stream == port.settings.stream
            && tracker.engine.placeRules == port.settings.places.rules && !hasOtherPoints
            && hasConfiguredLearning && hasConfiguredItineraries
    }

    /// Puts the configuration's fences in place of those that the engine has; the journal must be empty.
    ///
    /// To be followed by a checkpoint in the same transaction: a journal is read with the fences it was
    /// written under.
    mutating func useConfiguredFences(at now: Timestamp) {
        beginConfiguring(at: now)
        finishChangingFences(at: now)
        endConfiguring(at: now)
    }

    /// Begins to do so; `endConfiguring` ends it, once `isChangingFences` and `isChangingPoints` say no.
    ///
    /// `change`: all that is to be done, where that is known.
    mutating func beginConfiguring(by change: FenceListChange?, at now: Timestamp) {
        if let change { beginConfiguring(change, at: now) } else { beginConfiguring(at: now) }
    }

    /// What is set at run time stays in the place of the configuration's fence.
    private mutating func beginConfiguring(_ change: FenceListChange, at now: Timestamp) {
        poiFences.reset()
        reviewItineraries(at: now)
        let set = change.set.filter { runtimeFences[$0.id] == nil }
        let gone = change.gone.filter { runtimeFences[$0] == nil }
        forgetDecisions(of: gone)
        noteFenceVersions(setting: set, removing: gone, at: now)
        effects.hasOtherFences = true
        tracker.beginRenewing(set, removing: gone, at: now, &effects)
        goOnChangingFences(at: now)
        beginChangingPoints(at: now)
    }

    private mutating func beginConfiguring(at now: Timestamp) {
        poiFences.reset()
        usePlaceRules(at: now)
        reviewItineraries(at: now)
        let wanted = wantedFences
        let ids = Set(wanted.map(\.id))
        let gone = tracker.engine.fenceIDs.filter { !ids.contains($0) }.sorted()
        forgetDecisions(of: gone)
        noteFenceVersions(setting: wanted, removing: gone, at: now)
        tracker.beginConfiguring(
            wanted,
            reportAllUpTo: port.settings.reportAllUpTo,
            stream: port.settings.stream,
            at: now,
            &effects
        )
        goOnChangingFences(at: now)
        beginChangingPoints(at: now)
    }

    /// The configuration's fences are in force; where zones are new, what the store has of the past follows.
    mutating func endConfiguring(at now: Timestamp, hadZones: Bool) throws(StoreFailure) {
        endConfiguring(at: now)
        guard !hadZones, tracker.engine.placeRules?.zones != nil else { return }
        pastVisits.pending = try past.devicesWithVisits()
    }

    private mutating func endConfiguring(at now: Timestamp) {
        finishChangingPoints()
        port.now = now
        outputs.fencesConfigured(tracker, &port)
    }
}
