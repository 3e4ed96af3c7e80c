import Logging

/// Tells refused messages to the log: the first of each kind at once, then how many a minute.
struct RefusalLog {
    private var untold: [Rejection: Int] = [:]
    private var quietUntil: [Rejection: Int64] = [:]

    mutating func tell(_ refusals: inout [Agent.Refusal], _ log: Logger, _ uptime: Int64) {
        guard !refusals.isEmpty else { return }
        for refusal in refusals {
            if uptime < quietUntil[refusal.reason] ?? 0 {
                untold[refusal.reason, default: 0] += 1
                continue
            }
            quietUntil[refusal.reason] = uptime + 60_000
            log.warning(
                "a message is refused",
                metadata: [
                    "reason": "\(refusal.reason.rawValue)",
                    "topic": "\(String(refusal.topic.unicodeScalars.prefix(200)).debugDescription)",
                    "untold": "\(untold.removeValue(forKey: refusal.reason) ?? 0)",
                ]
            )
        }
        refusals.removeAll(keepingCapacity: true)
    }
}
