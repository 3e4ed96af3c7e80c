/// A line that is missing in a broker's list of who may do what, as mosquitto writes it.
struct AccessLine: Hashable, Sendable, CustomStringConvertible {
    /// What is asked for.
    enum Access: String { case read, write }

    private let text: String

    /// The line that lets the agent do what was refused: for all below `base` where the topic lies there.
    init(_ access: Access, _ topic: String, base: String) {
        let isOwn = access == .write && topic.hasPrefix("\(base)/")
        text = "topic \(access.rawValue) \(isOwn ? "\(base)/#" : topic)"
    }

    var description: String { text }
}
