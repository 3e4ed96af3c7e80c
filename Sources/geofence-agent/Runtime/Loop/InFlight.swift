/// What is on its way to the broker, apart from the rows of the outbox, and what the broker doesn't take.
struct InFlight {
    /// Packets that are no rows of the outbox, by their topics: states, statistics, repeats.
    var extras: [Int32: String] = [:]
    /// Topics that the broker or the library doesn't take, apart from those of the outbox: they are not tried
    /// again.
    var refused: Set<String> = []
    var large = LargeMessages()
    /// A packet whose answer proves that the broker has our acknowledgements of so many messages, by
    /// `Redelivery.noted`.
    var proof: (packet: Int32, noted: Int)?
    /// When the broker last answered a packet of ours.
    var lastAnswer: Int64 = 0
    /// When something was last read with a full outbox.
    var lastFullRead: Int64 = 0

    /// Milliseconds without an answer after which a connection with a full outbox is given up.
    static let patience: Int64 = 10_000

    /// Whether a payload may leave, beside so many rows of the outbox that are on their way.
    func mayLeave(_ payload: [UInt8], besides rows: Int) -> Bool {
        large.mayLeave(payload.count, besides: rows + extras.count)
    }

    /// Whether to read at all with a full outbox: where no answer has come for a second, only every 10 ms.
    func mayRead(_ uptime: Int64) -> Bool {
        uptime - lastAnswer < 1000 || uptime - lastFullRead >= 10
    }

    /// A new connection was greeted.
    mutating func connected(_ uptime: Int64) {
        refused = []
        lastAnswer = uptime
    }

    /// The connection is gone.
    mutating func connectionDropped() {
        large.connectionDropped()
        extras.removeAll()
        proof = nil
    }

    /// Somebody may have changed something at the broker: all topics are tried again.
    mutating func forgetRefused() {
        refused = []
        large.forgetRefused()
    }
}
