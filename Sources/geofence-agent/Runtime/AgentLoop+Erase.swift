import GeofenceCore
import Logging

extension AgentLoop {
    /// Does a bit of the erasing that is due; a failure of the disk is told and tried again.
    func erase(_ uptime: Int64) {
        guard storeRetry == nil, uptime >= erasure.notBefore else { return }
        let now = Clock.now
        do throws(StoreFailure) {
            if erasure.isDue(at: now, oldestRow: agent.outbox.oldestNumber) {
                // The journal holds positions too.
                try checkpoint()
                erasure.begin(at: now, oldestRow: agent.outbox.oldestNumber)
            }
            try eraseStep(uptime, now)
        } catch {
            log.warning("\(error); what is to be erased from the history is there until that works")
            erasure.notBefore = uptime + 60 * Erasure.pause
        }
    }

    private func eraseStep(_ uptime: Int64, _ now: Timestamp) throws(StoreFailure) {
        switch erasure.step {
        case .idle: break
        case .rows(let before, let from):
            let next = try store.eraseSlice(before: before, from: from)
            erasure.go(on: next.map { .rows(before: before, from: $0) } ?? .pages)
        case .pages: if try store.shrinkSlice() { erasure.go(on: .log) }
        case .log:
            guard try store.emptyLog() else {
                erasure.notBefore = uptime + Erasure.pause
                return
            }
            let (purged, isThorough) = erasure.finish(at: now)
            if let purged { try store.keep(purged, as: Agent.Kept.purged) }
            if isThorough { try store.keep(nil, as: Agent.Kept.erasing) }
        }
    }
}
