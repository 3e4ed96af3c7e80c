import Logging

extension AgentLoop {
    /// Commits what has gathered; says whether the rest of the turn may go on.
    func commit(_ uptime: Int64) -> Bool {
        let wasWorking = committer.isWorking
        // A store that works again is not to have half of a change.
        agent.finishChangingFences(at: Clock.now)
        do throws(StoreFailure) {
            try committer.commit(&agent, uptime, link.heldFilters)
        } catch {
            storeFailed(error, uptime)
            return false
        }
        if !wasWorking, committer.isWorking {
            log.notice("the store takes data again", metadata: .of(.storeWorks))
        }
        return true
    }

    /// Whether the store takes what it is given, after another try where that is due.
    func isStoreWorking(_ uptime: Int64) -> Bool {
        guard let retry = committer.retry else { return true }
        return uptime >= retry && commit(uptime)
    }

    /// Nothing may leave that is not kept: the connection goes, with the PUBACKs that it has queued, until
    /// the store can be written.
    ///
    /// A damaged one never can: the agent ends, and the next start has what can be read of it.
    func storeFailed(_ failure: StoreFailure, _ uptime: Int64) {
        let isFirst = committer.failed(failure, uptime)
        if let damage = committer.damage {
            if !isStopping {
                log.error(
                    "\(damage); the agent ends, and the next start has what there is",
                    metadata: .of(.storeFailed)
                )
            }
            isStopping = true
            dropConnection(uptime)
            return
        }
        guard isFirst else { return }
        log.error(
            "\(failure); nothing is acknowledged until it can be written",
            metadata: .of(.storeFailed)
        )
        dropConnection(uptime)
    }

    /// Does a part of the checkpoint that is under way, where there is one.
    func goOnWithCheckpoint(_ uptime: Int64) {
        guard committer.isUnderWay, committer.isWorking else { return }
        do throws(StoreFailure) {
            try committer.goOnWithCheckpoint(&agent, link.heldFilters)
        } catch {
            storeFailed(error, uptime)
        }
    }

    /// Does a bit of the erasing that is due; after a failure of the disk it is tried again.
    func erase(_ uptime: Int64) {
        do throws(StoreFailure) {
            try committer.erase(&agent, uptime, link.heldFilters)
        } catch {
            if case .damaged = error { return storeFailed(error, uptime) }
            log.warning("\(error); what is to be erased from the history is there until that works")
        }
    }

    /// Begins to copy the store.
    func beginBackup() {
        do throws(StoreFailure) {
            try committer.beginCopy()
        } catch {
            log.error("\(error); the store is not copied")
        }
    }

    /// Does a bit of the copy, where one is under way.
    func backUp() {
        guard committer.copy != nil else { return }
        do throws(StoreFailure) {
            guard try committer.goOnCopying() else { return }
            log.notice(
                "the store is copied",
                metadata: ["file": "\(StoreCopy.path(of: committer.store.path))"]
            )
        } catch {
            log.error("\(error); the store is not copied")
        }
    }
}
