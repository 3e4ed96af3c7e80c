/// How long the agent takes for what it does: a look at the clock a batch, and none a message.
struct Latencies: Hashable, Sendable {
    /// Of a batch of messages, from when it has been read to when all is decided.
    var decisions = Histogram.ofWork
    /// Of a batch, until it is in the store.
    var commits = Histogram.ofWork
    /// Of an event or a visit, from the arrival of what it follows from until the broker has it.
    var events = Histogram.ofDelivery
}

extension Histogram {
    /// For what the agent does by itself.
    static let ofWork = Histogram(bounds: [
        100, 250, 500, 1000, 2500, 5000, 10_000, 25_000, 50_000, 100_000, 250_000, 500_000, 1_000_000,
        2_500_000,
    ])
    /// For what others have a part in.
    static let ofDelivery = Histogram(bounds: [
        1000, 2500, 5000, 10_000, 25_000, 50_000, 100_000, 250_000, 500_000, 1_000_000, 2_500_000, 5_000_000,
        10_000_000, 60_000_000, 300_000_000, 3_600_000_000,
    ])
}
