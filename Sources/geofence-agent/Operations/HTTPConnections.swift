import NIOCore

/// The connections that are open: the newest ones stay, so that many that say nothing don't keep one out that
/// asks.
struct HTTPConnections {
    /// Most that are open at once; descriptors are needed for the broker and the store as well.
    static let most = 32

    private var open: [any Channel] = []

    /// Takes a new one in; gives the oldest, which is to be ended, where there are too many.
    mutating func add(_ connection: any Channel) -> (any Channel)? {
        open.append(connection)
        return open.count > Self.most ? open.removeFirst() : nil
    }

    /// Forgets one that has ended.
    mutating func remove(_ connection: any Channel) {
        open.removeAll { $0 === connection }
    }
}
