/// A line that is missing in a broker's list of who may do what, as mosquitto writes it.
struct AccessLine: Hashable, Sendable, CustomStringConvertible {
    /// What is asked for.
    enum Access: String { case read, write }

    private let text: String

    /// The line that lets a user do what was refused: for the agent, for all below `base` where the topic lies there.
    ///
    /// Nil where the reason is another than access.
    init?(
        _ access: Access,
        _ topic: String,
        base: String? = nil,
        _ code: ReasonCode,
        _ settings: MQTTSettings
    ) {
        // MQTT 3.1.1 has one code for all.
        let isUnspecified = settings.protocol == .version311 && code.number == 128
        guard code == .notAuthorised || isUnspecified else { return nil }
        let isOwn = access == .write && base.map { topic.hasPrefix("\($0)/") } ?? false
        let user = settings.username.map { "user \($0)" } ?? "anonymous"
        text = "topic \(access.rawValue) \(isOwn ? "\(base ?? "")/#" : topic) (\(user))"
    }

    var description: String { text }
}
