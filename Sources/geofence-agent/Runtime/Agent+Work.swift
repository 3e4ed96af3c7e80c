import GeofenceCore

/// Work that no message asks for, in slices that the loop can wait for.
extension Agent {
    /// Does a slice of what there is to do at a moment.
    mutating func work(at now: Timestamp) {
        purgePlaces(at: now)
        learnPast(at: now)
        learnWaiting(at: now)
        if mayLeaveClosing { leaveClosing(at: now) }
        port.now = now
        outputs.work(tracker, &port)
        completeRoutes(at: now)
    }

    /// Whether there is more to do at once.
    var hasWork: Bool {
        mayPurge || mayLearnPast || !zonePolicy.pending.isEmpty || outputs.hasWork(port)
            || hasRoutesToComplete || mayLeaveClosing
    }

    /// When there is something to do without any message; what the clock brings about only where it runs.
    func nextDeadline(isClockRunning: Bool) -> Timestamp? {
        let timer = isClockRunning ? nextTimer : nil
        return timer.orLesser(outputs.nextWork).orLesser(nextRouteDeadline)
    }

    /// When the clock has something to bring about.
    var nextTimer: Timestamp? { tracker.engine.nextDeadline.orLesser(intake.streamed.nextTurn) }

    /// Uses settings that were read again; topics, shard and standby stay until the next start.
    mutating func use(_ settings: AgentSettings) {
        let (topics, shard, standby) = (port.settings.topics, port.settings.shard, port.settings.standby)
        if settings.routing.router != port.settings.routing.router { abandonRoutes() }
        port.settings = settings
        (port.settings.topics, port.settings.shard, port.settings.standby) = (topics, shard, standby)
        partialImport = nil
        outputs.use(port.settings)
        geocoder.use(settings.geocoding)
    }

    /// The broker has refused a message for good.
    mutating func wasRefused(_ topic: String) { outputs.wasRefused(topic, &port) }

    /// The next retained topic to publish once more, with its payload as of now; nil at the end.
    mutating func nextRefresh() -> (topic: String, payload: [UInt8])? {
        outputs.isRefreshing ? outputs.nextRefresh(tracker, port.settings) : nil
    }

    /// What the next commit has to write, with rows of outputs.
    mutating func batch(with rows: RowShare) -> Batch {
        keepTrack()
        var batch = port.outbox.changes
        batch.journal = port.journal.bytes
        outputs.addRows(to: &batch, rows, tracker)
        batch.history.fences = port.fenceVersions
        return batch
    }

    /// The batch is in the store.
    mutating func didCommit(with rows: RowShare) {
        port.journal.didCommit()
        port.outbox.didCommit()
        outputs.didCommitRows(rows)
        if !port.fenceVersions.isEmpty { port.fenceVersions.removeAll() }
    }

    /// All that the agent subscribes to.
    var filters: [String] { port.settings.filters + outputs.filters }
}
