import GeofenceCore

/// What a fence was from a moment on, and who made it so.
struct FenceVersion: Hashable, Sendable {
    /// Who: a request by its name, or one of these.
    enum Cause {
        /// The configuration, or a file that it names.
        static let file = "file"
        /// It was there when versions began to be kept.
        static let before = "before"
    }

    let fence: Identifier
    /// Milliseconds since 1970.
    let time: Int64
    let cause: String
    /// The fence by the keys of the configuration, with all rules that are not the program's defaults; nil
    /// where it is gone.
    let definition: [UInt8]?

    /// Versions of one fence at most that are kept.
    static let most = 1000
}

extension FenceVersion {
    init(_ fence: Fence, at time: Timestamp, by cause: String) {
        self.init(
            fence: fence.id,
            time: time.milliseconds,
            cause: cause,
            definition: JSONValue.members(fence.members(general: Rules())).bytes
        )
    }

    init(goneFence fence: Identifier, at time: Timestamp, by cause: String) {
        self.init(fence: fence, time: time.milliseconds, cause: cause, definition: nil)
    }
}
