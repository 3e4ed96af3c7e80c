/// One of two agents that compute the same: one publishes, the other stands by.
struct Standby: Hashable, Sendable {
    /// The name of this one of the two: letters, digits, `-` and `_`, 32 at most.
    var id: String
    /// Seconds without a sign of life after which the other takes over, 1 to 300.
    var lease = 3
    /// Where the two publish what they read again, to know how far they have read.
    var echo = EchoWay.own

    /// Where an agent publishes to itself.
    enum EchoWay: String, CaseIterable, Sendable {
        /// On a topic of its own: the broker has one queue for all that the agent reads.
        case own
        /// On topics of the sources: the broker hands each subscription out by itself.
        case sources
    }

    /// Seconds at least that timers wait for messages on their way, so that both decide the same.
    static let leastGrace = 1.0
    /// Characters of an id at most.
    static let longestID = 32

    /// Whether a text can be an id: it is a level of topics, and a part of the name of a session.
    static func isID(_ text: String) -> Bool {
        (1...longestID).contains(text.utf8.count)
            && text.utf8.allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                    UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"):
                    true
                default: false
                }
            }
    }
}
