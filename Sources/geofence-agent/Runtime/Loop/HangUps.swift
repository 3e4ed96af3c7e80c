/// Finds the topic for which a broker ends the connection, without a word or with one.
///
/// Some do where an access list forbids a topic. Once two connections in a row are lost with messages on
/// their way, one message leaves at a time, so that it is known with which the connection was lost.
struct HangUps {
    /// Connections in a row that may be lost with messages on their way before each goes alone.
    static let suspicion = 2
    /// Connections in a row that may be lost with a message of one topic alone on its way.
    static let patience = 3
    /// Answers after which messages leave together again.
    static let recovery = 100
    /// Milliseconds behind its publish after which a message is no cause of a loss.
    static let reach: Int64 = 10_000
    /// Milliseconds after which a topic is tried again.
    static let memory: Int64 = 3_600_000
    /// Topics that are remembered at most.
    static let most = 1000

    /// Whether one message leaves at a time.
    private(set) var isCareful = false
    private var losses = 0
    private var answers = 0
    private var suspect = (topic: "", count: 0)
    private var poison: [String: Int64] = [:]

    /// Whether the broker is known to end the connection for a topic.
    func isPoison(_ topic: String, _ uptime: Int64) -> Bool {
        guard !poison.isEmpty, let until = poison[topic] else { return false }
        return uptime < until
    }

    /// The broker has answered a message, of a topic where that is known.
    ///
    /// One of which it takes a message is not why it ends connections.
    mutating func didAnswer(_ topic: String?) {
        answers += 1
        if suspect.count > 0, topic == suspect.topic { suspect = ("", 0) }
        guard isCareful, answers >= Self.recovery else { return }
        (isCareful, losses, suspect) = (false, 0, ("", 0))
    }

    /// The broker has ended the connection; gives the topic that is known from now on as the cause.
    ///
    /// `unanswered` are the topics of what was on its way, `since` when the first of it left.
    mutating func connectionEnded(_ unanswered: [String], since: Int64?, _ uptime: Int64) -> String? {
        guard let since, uptime - since < Self.reach, let topic = unanswered.first else { return nil }
        guard isCareful, unanswered.count == 1 else {
            losses = answers < Self.recovery ? losses + 1 : 1
            answers = 0
            if losses >= Self.suspicion { isCareful = true }
            return nil
        }
        answers = 0
        suspect = (topic, suspect.topic == topic ? suspect.count + 1 : 1)
        guard suspect.count >= Self.patience else { return nil }
        suspect = ("", 0)
        if poison.count >= Self.most { poison = poison.filter { uptime < $0.value } }
        if poison.count < Self.most { poison[topic] = uptime + Self.memory }
        return topic
    }

    /// Somebody may have changed something at the broker.
    mutating func forget() { poison = [:] }
}
