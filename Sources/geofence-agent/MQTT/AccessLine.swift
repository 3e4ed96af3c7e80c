/// A line that is missing in a broker's list of who may do what, as mosquitto writes it.
package struct AccessLine: Hashable, Sendable, CustomStringConvertible {
    /// What is asked for.
    package enum Access: String { case read, write }

    private let text: String

    /// The line that lets a user do what was refused: the agent, for all below its own `base` where the topic
    /// lies there.
    package init(_ access: Access, _ topic: String, base: String? = nil) {
        let own = base.flatMap { access == .write && topic.hasPrefix("\($0)/") ? "\($0)/#" : nil }
        text = "topic \(access.rawValue) \(own ?? topic)"
    }

    /// The line that is missing, and for whom; nil where the reason is another than access.
    package static func missing(
        _ access: Access,
        _ topic: String,
        base: String? = nil,
        _ code: ReasonCode,
        _ options: ClientOptions
    ) -> String? {
        // MQTT 3.1.1 has one code for all.
        let isUnspecified = options.protocol == .version311 && code.number == 128
        guard code == .notAuthorised || isUnspecified else { return nil }
        let user = options.username.map { "user \($0)" } ?? "anonymous"
        return "\(AccessLine(access, topic, base: base)) (\(user))"
    }

    /// What is said where the broker refuses a topic.
    package static func refusal(
        _ access: Access,
        _ topic: String,
        _ code: ReasonCode,
        _ options: ClientOptions
    ) -> String {
        let line = missing(access, topic, code, options).map { "; missing in the access list: \($0)" }
        return "refused by the broker: \(code)\(line ?? "")"
    }

    package var description: String { text }
}
