import CLibrary

/// Where a copy of the store comes from: the agent that runs, else this process.
struct BackupSource {
    let store: StoreSettings
    /// Milliseconds in which the agent's copy has to become larger.
    var patience: Int64 = 30_000

    /// Milliseconds between two looks.
    private static let interval: Int64 = 50

    /// Makes a copy, and gives its path.
    func copy() throws(StoreFailure) -> String {
        guard access(store.path, F_OK) == 0 else {
            throw .disk(path: store.path, reason: "there is no store; store.path names it")
        }
        _ = unlink(StoreCopy.path(of: store.path))
        do throws(StoreFailure) {
            return try ownCopy()
        } catch {
            guard case .locked = error else { throw error }
            guard let agent = StoreLock.holder(besides: store.path) else {
                throw failure(
                    "the agent that has the store can't be asked for a copy: it is another user's, or runs on another machine or in a container; be its user, or root, and run this command where it runs"
                )
            }
            return try copy(by: agent)
        }
    }

    /// No agent runs.
    private func ownCopy() throws(StoreFailure) -> String {
        let copy = try StoreCopy(of: Store(path: store.path, durability: store.durability))
        while try !copy.step() {}
        return StoreCopy.path(of: store.path)
    }

    private func copy(by agent: Int32) throws(StoreFailure) -> String {
        guard kill(agent, SIGUSR1) == 0 else {
            let reason = String(cString: strerror(errno))
            throw failure("the agent, process \(agent), can't be asked (\(reason)); be its user, or root")
        }
        let (path, partial) = (StoreCopy.path(of: store.path), StoreCopy.partialPath(of: store.path))
        var (size, since): (Int64?, Int64) = (nil, Clock.uptime)
        while access(path, F_OK) != 0 {
            let now = FileIdentity.size(of: partial)
            if now != size { (size, since) = (now, Clock.uptime) }
            guard kill(agent, 0) == 0 else {
                throw failure("the agent, process \(agent), has ended before the copy was made; try again")
            }
            guard Clock.uptime - since < patience else {
                throw failure(
                    "the agent, process \(agent), makes no copy; its log says why, such as a disk without room"
                )
            }
            usleep(UInt32(Self.interval * 1000))
        }
        return path
    }

    private func failure(_ reason: String) -> StoreFailure { .disk(path: store.path, reason: reason) }
}
