import GeofenceCore
import Logging

extension AgentLoop {
    /// Commits what has gathered; says whether the rest of the turn may go on.
    func commit(_ uptime: Int64) -> Bool {
        let hasInputs = !agent.journal.bytes.isEmpty
        // What has left may wait a little for company, but not for long: a process that is killed sends it again.
        let hasLeft =
            agent.outbox.doneCount >= Connection.window
            || agent.outbox.hasChanges && uptime - lastCommit >= 1000
        guard hasInputs || needsSetup || agent.outbox.hasNews || hasLeft || isHistoryDue(uptime) else {
            return true
        }
        do throws(StoreFailure) {
            if agent.wantsCheckpoint || needsSetup {
                try checkpoint()
            } else {
                try commit(withHistory: isHistoryDue(uptime))
            }
            lastCommit = uptime
            if storeRetry != nil { log.notice("the store takes data again") }
            storeRetry = nil
            return true
        } catch {
            storeFailed(error, uptime)
            return false
        }
    }

    /// Whether what waits to be kept of the past is to go into the store with the next commit.
    private func isHistoryDue(_ uptime: Int64) -> Bool {
        let count = agent.history.count
        guard count > 0 else {
            historySince = nil
            return false
        }
        let since = historySince ?? uptime
        historySince = since
        return count >= HistoryRecorder.enough || uptime - since >= HistoryRecorder.patience
    }

    private func batch(withHistory: Bool) -> Batch {
        var batch = agent.outbox.changes
        batch.journal = agent.journal.bytes
        if withHistory, agent.history.count > 0 { batch.history = agent.history.batch(agent.engine.deviceID) }
        return batch
    }

    private func commit(withHistory: Bool) throws(StoreFailure) {
        try store.commit(batch(withHistory: withHistory), time: Clock.now.milliseconds)
        didCommit(withHistory: withHistory)
    }

    /// With the journal, from which it could be found out again, what waits to be kept of the past goes into its tables.
    func checkpoint() throws(StoreFailure) {
        let checkpoint = agent.checkpoint(filters: link.heldFilters)
        try store.commit(batch(withHistory: true), checkpoint, time: Clock.now.milliseconds)
        if !agent.forgotten.isEmpty { retention.forget(upTo: agent.outbox.newestNumber) }
        agent.didCheckpoint()
        needsSetup = false
        didCommit(withHistory: true)
    }

    private func didCommit(withHistory: Bool) {
        agent.journal.didCommit()
        agent.outbox.didCommit()
        guard withHistory else { return }
        agent.history.didKeep()
        historySince = nil
    }

    /// Nothing may leave that is not kept: the connection goes, with the PUBACKs that it has queued, until the store can be written.
    private func storeFailed(_ failure: StoreFailure, _ uptime: Int64) {
        if case .damaged = failure { (damage, isStopping) = (failure, true) }
        if storeRetry == nil {
            log.error("\(failure); nothing is acknowledged until it can be written")
            dropConnection(uptime)
        }
        storeRetry = uptime + 1000
    }

    func retryStore(_ uptime: Int64) -> Bool {
        guard let storeRetry else { return true }
        guard uptime >= storeRetry else { return false }
        return commit(uptime)
    }

    /// Brings the fences of the configuration into force: with a checkpoint, since a journal belongs to one set of fences.
    func useFences() {
        defer { agent.notePendingZoneFences() }
        guard !agent.hasConfiguredFences || !agent.isKept else { return }
        let hadZones = agent.engine.placeRules?.zones != nil
        agent.useConfiguredFences(at: Clock.now)
        needsSetup = true
        do throws(StoreFailure) {
            if !hadZones, agent.engine.placeRules?.zones != nil {
                agent.pendingPastVisits = try store.devicesWithVisits()
            }
            try checkpoint()
            storeRetry = nil
        } catch {
            storeFailed(error, Clock.uptime)
        }
    }
}
