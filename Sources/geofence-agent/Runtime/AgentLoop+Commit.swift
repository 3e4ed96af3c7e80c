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
        guard hasInputs || needsSetup || agent.outbox.hasNews || hasLeft else {
            return true
        }
        do throws(StoreFailure) {
            if agent.wantsCheckpoint || needsSetup { try checkpoint() } else { try commit() }
            lastCommit = uptime
            if storeRetry != nil { log.notice("the store takes data again") }
            storeRetry = nil
            return true
        } catch {
            storeFailed(error, uptime)
            return false
        }
    }

    var batch: Batch {
        var batch = agent.outbox.changes
        batch.journal = agent.journal.bytes
        return batch
    }

    func commit() throws(StoreFailure) {
        try store.commit(batch, time: Clock.now.milliseconds)
        didCommit()
    }

    func checkpoint() throws(StoreFailure) {
        try store.commit(batch, agent.checkpoint(filters: link.heldFilters), time: Clock.now.milliseconds)
        agent.didCheckpoint()
        needsSetup = false
        didCommit()
    }

    func didCommit() {
        agent.journal.removeAll()
        agent.outbox.didCommit()
    }

    /// Nothing may leave that is not kept: the connection goes, with the PUBACKs that it has queued, until the store can be written.
    private func storeFailed(_ failure: StoreFailure, _ uptime: Int64) {
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
        guard !agent.hasConfiguredFences || !agent.isKept else { return }
        agent.useConfiguredFences(at: Clock.now)
        needsSetup = true
        do throws(StoreFailure) {
            try checkpoint()
            storeRetry = nil
        } catch {
            storeFailed(error, Clock.uptime)
        }
    }
}
