/// Why the store can't be used, or not now.
enum StoreFailure: Error, Hashable {
    /// Another agent works on the same file.
    case locked(path: String)
    /// The file was written by a later version.
    case tooNew(path: String, StoreVersion)
    /// The file was written by an earlier version, and this one can't read it.
    case tooOld(path: String, StoreVersion)
    /// The file has the devices of another shard than is wanted; an empty text stands for all devices.
    case otherShard(path: String, String, wanted: String)
    /// The file is no store, or what it holds can't be read.
    case damaged(path: String, reason: String)
    /// The file was removed, or another put in its place; whether what it held was written anew.
    case gone(path: String, isKept: Bool)
    /// The disk didn't take or give it: full, read-only, failing, no rights.
    case disk(path: String, reason: String)
}
