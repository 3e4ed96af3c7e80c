import GeofenceCore
import Logging

extension AgentLoop {
    /// Does a bit of the erasing that is due; a failure of the disk is told and tried again.
    func erase(_ uptime: Int64) {
        guard storeRetry == nil, uptime >= retention.notBefore else { return }
        let now = Clock.now
        do throws(StoreFailure) {
            if retention.isDue(at: now, oldestRow: agent.port.outbox.oldestNumber) {
                // The journal holds positions too.
                try checkpoint()
                retention.begin(at: now, oldestRow: agent.port.outbox.oldestNumber)
            }
            try eraseStep(uptime, now)
        } catch {
            log.warning("\(error); what is to be erased from the history is there until that works")
            retention.notBefore = uptime + 60 * RetentionJob.pause
        }
    }

    private func eraseStep(_ uptime: Int64, _ now: Timestamp) throws(StoreFailure) {
        switch retention.step {
        case .idle: break
        case .rows(let before, let from):
            let next = try store.eraseSlice(before: before, from: from)
            retention.go(on: next.map { .rows(before: before, from: $0) } ?? .pages)
        case .pages: if try store.shrinkSlice() { retention.go(on: .log) }
        case .log:
            guard try store.emptyLog() else {
                retention.notBefore = uptime + RetentionJob.pause
                return
            }
            let (purged, isThorough) = retention.finish(at: now)
            if let purged { try store.keep(purged, as: Agent.StoreKey.purged) }
            if isThorough { try store.keep(nil, as: Agent.StoreKey.erasing) }
        }
    }
}
