import NIOCore

/// The connections that are open: the newest ones stay, so that many that say nothing don't keep one out that
/// asks.
struct HTTPConnections {
    /// Most that are open at once; descriptors are needed for the broker and the store as well.
    static let most = 32

    private struct Connection {
        let channel: any Channel
        /// Whether it waits for an answer.
        var isAsking = false
    }

    /// Those that have waited longest for a request first.
    private var open: [Connection] = []

    /// Takes a new one in; gives one that is to be ended, where there are too many: of those that have asked
    /// for nothing the oldest, where there is one.
    mutating func add(_ channel: any Channel) -> (any Channel)? {
        open.append(Connection(channel: channel))
        guard open.count > Self.most else { return nil }
        let index = open.dropLast().firstIndex { !$0.isAsking } ?? 0
        return open.remove(at: index).channel
    }

    /// One has asked for something, or has its answer.
    mutating func set(_ channel: any Channel, isAsking: Bool) {
        guard let index = open.firstIndex(where: { $0.channel === channel }) else { return }
        open.remove(at: index)
        open.append(Connection(channel: channel, isAsking: isAsking))
    }

    /// Forgets one that has ended.
    mutating func remove(_ channel: any Channel) {
        open.removeAll { $0.channel === channel }
    }
}
