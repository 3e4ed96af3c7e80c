/// Why the store can't be used, or not now.
enum StoreFailure: Error, Hashable, CustomStringConvertible {
    /// Another agent works on the same file.
    case locked(path: String)
    /// The file was written by a later version.
    case tooNew(path: String, StoreVersion)
    /// The file was written by an earlier version, and this one can't read it.
    case tooOld(path: String, StoreVersion)
    /// The file is no store, or what it holds can't be read.
    case damaged(path: String, reason: String)
    /// The file was removed, or another put in its place; whether what it held was written anew.
    case gone(path: String, isKept: Bool)
    /// The disk didn't take or give it: full, read-only, failing, no rights.
    case disk(path: String, reason: String)

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
        case .damaged(let path, let reason): "\(path): damaged (\(reason))"
        case .gone(let path, let isKept):
            "\(path): the file was removed, or another put in its place, while the agent ran; "
                + (isKept ? "what it held is written there again" : "what it held is lost")
        case .disk(let path, let reason):
            "\(path): \(reason)"
        }
    }
}
