import GeofenceCore

/// Finds the message for whose size a broker hangs up without a word, as with MQTT 3.1.1, where it has none
/// for it.
///
/// One large message is on its way at a time, and nothing leaves behind it, so that it is known with which a
/// connection was lost. No event is large, nor is any other message that must not be lost to a bad line.
struct LargeMessages {
    /// Bytes of payload above which a message is large: 64 KiB.
    static let threshold = 65_536
    /// Connections in a row that may be lost with messages of one topic.
    static let patience = 3

    /// A large message that has no answer yet.
    struct Sent: Hashable {
        var packet: Int32
        var topic: String
        var bytes: Int
        /// As it stands in the outbox; nil where it does not.
        var row: OutboxRow?
    }

    private(set) var sent: Sent?
    private var losses = (topic: "", count: 0)
    /// Topics of what is said again on each connection, and is not any more.
    private(set) var refused: Set<String> = []

    /// Whether a message may leave now, while so many others have no answer.
    func mayLeave(_ bytes: Int, besides unanswered: Int) -> Bool {
        sent == nil && (bytes <= Self.threshold || unanswered == 0)
    }

    /// A message was given to the library.
    mutating func didSend(_ topic: String, bytes: Int, packet: Int32, row: OutboxRow? = nil) {
        guard bytes > Self.threshold else { return }
        sent = Sent(packet: packet, topic: topic, bytes: bytes, row: row)
    }

    /// The broker has answered.
    mutating func acknowledge(packet: Int32) {
        guard sent?.packet == packet else { return }
        sent = nil
        losses = ("", 0)
    }

    /// The connection is gone, and the broker may have said that something is too large; gives what is to be
    /// given up.
    mutating func connectionFailed(isTooLarge: Bool = false) -> Sent? {
        guard let lost = sent else { return nil }
        sent = nil
        losses = (lost.topic, losses.topic == lost.topic ? losses.count + 1 : 1)
        guard isTooLarge || losses.count >= Self.patience else { return nil }
        losses = ("", 0)
        if lost.row == nil { refused.insert(lost.topic) }
        return lost
    }

    /// Somebody may have changed something at the broker.
    mutating func forgetRefused() { refused = [] }

    /// The connection was dropped on purpose.
    mutating func connectionDropped() { sent = nil }
}
