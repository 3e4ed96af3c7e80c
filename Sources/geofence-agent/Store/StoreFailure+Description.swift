extension StoreFailure: CustomStringConvertible {
    /// As a message says it.
    var description: String {
        switch self {
        case .locked(let path):
            "\(path): another agent uses this store; stop it, or give this one its own store.path"
        case .tooNew(let path, let version):
            "\(path): written by \(version), which is later than this \(StoreVersion.current); "
                + "use that version, or another store.path"
        case .tooOld(let path, let version):
            "\(path): written by \(version), which this \(StoreVersion.current) can't read; "
                + "use that version, or another store.path"
        case .otherShard(let path, let stored, let wanted):
            "\(path): has the devices of \(stored.isEmpty ? "all partitions" : stored), and "
                + "\(wanted.isEmpty ? "no \"shard\" is configured" : "\"shard\" is \(wanted)"); "
                + "set it as it was, give the new shard its own store.path, or have `geofence-agent move` do it"
        case .damaged(let path, let reason): "\(path): damaged (\(reason))"
        case .gone(let path, let isKept):
            "\(path): the file was removed, or another put in its place, while the agent ran; "
                + (isKept ? "what it held is written there again" : "what it held is lost")
        case .disk(let path, let reason):
            "\(path): \(reason)"
        }
    }
}
