import MQTT

/// Which of the brokers is tried, and how long each may take to greet.
///
/// In their order; each time around from the first. Between two of one round there is next to no pause.
struct Brokers {
    /// Milliseconds within which a connection must be there and greeted, at first and at most.
    ///
    /// It doubles with each that isn't: a cluster that elects a leader takes longer, and would begin anew
    /// with every attempt.
    private static let patience: ClosedRange<Int64> = 10_000...60_000
    /// Milliseconds between two of one round.
    static let step: Int64 = 250

    private(set) var addresses: [BrokerAddress]
    private var index = 0
    private(set) var patience = Self.patience.lowerBound

    init(_ addresses: [BrokerAddress]) { self.addresses = addresses }

    /// The one to try now.
    var current: BrokerAddress? { addresses.indices.contains(index) ? addresses[index] : nil }

    /// Whether there are others behind this one.
    var hasNext: Bool { index + 1 < addresses.count }

    /// Whether there are others at all.
    var hasOthers: Bool { addresses.count > 1 }

    /// The one tried has failed.
    mutating func failed(isSilent: Bool) {
        index = hasNext ? index + 1 : 0
        if isSilent { patience = min(2 * patience, Self.patience.upperBound) }
    }

    /// The one tried has greeted.
    mutating func greeted() { patience = Self.patience.lowerBound }

    /// A good connection has ended: the first is tried first again.
    mutating func begin() { index = 0 }
}
