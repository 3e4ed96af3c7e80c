import GeofenceCore
import Logging

extension AgentLoop {
    /// Commits what has gathered; says whether the rest of the turn may go on.
    func commit(_ uptime: Int64) -> Bool {
        let hasInputs = !agent.port.journal.bytes.isEmpty
        // What has left may wait a little for company, but not for long: a process that is killed sends it again.
        let hasLeft =
            agent.port.outbox.doneCount >= Connection.window
            || agent.port.outbox.hasChanges && uptime - lastCommit >= 1000
        let hasRows = agent.outputs.isCommitDue(uptime)
        guard hasInputs || agent.pending.isDue || agent.port.outbox.hasNews || hasLeft || hasRows else {
            return true
        }
        do throws(StoreFailure) {
            if agent.wantsCheckpoint || agent.pending.isDue {
                try checkpoint()
            } else {
                try commit(withRows: hasRows)
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

    private func commit(withRows: Bool) throws(StoreFailure) {
        try store.commit(agent.batch(withRows: withRows), time: Clock.now.milliseconds)
        agent.didCommit(withRows: withRows)
    }

    /// With the journal, from which outputs could find them out again, the rows that they have go into the
    /// store.
    func checkpoint() throws(StoreFailure) {
        let checkpoint = agent.checkpoint(filters: link.heldFilters)
        try store.commit(agent.batch(withRows: true), checkpoint, time: Clock.now.milliseconds)
        if !agent.pending.forgotten.isEmpty { retention.forget(upTo: agent.port.outbox.newestNumber) }
        agent.didCheckpoint()
        agent.didCommit(withRows: true)
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
        guard !agent.hasConfiguredFences || !agent.pending.hasFences else { return }
        let hadZones = agent.engine.placeRules?.zones != nil
        agent.useConfiguredFences(at: Clock.now)
        agent.pending.isDue = true
        do throws(StoreFailure) {
            if !hadZones, agent.engine.placeRules?.zones != nil {
                agent.placeWork.pendingPastVisits = try store.devicesWithVisits()
            }
            try checkpoint()
            storeRetry = nil
        } catch {
            storeFailed(error, Clock.uptime)
        }
    }
}
