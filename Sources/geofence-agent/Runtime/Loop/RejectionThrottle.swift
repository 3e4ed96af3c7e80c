import Logging

/// Tells refused messages to the log: the first of each kind at once, then how many a minute.
struct RejectionThrottle {
    private var unreported: [Rejection: Int] = [:]
    private var quietUntil: [Rejection: Int64] = [:]

    mutating func write(_ refusals: inout [Intake.Refusal], _ log: Logger, _ uptime: Int64) {
        guard !refusals.isEmpty else { return }
        for refusal in refusals {
            if uptime < quietUntil[refusal.reason] ?? 0 {
                unreported[refusal.reason, default: 0] += 1
                continue
            }
            quietUntil[refusal.reason] = uptime + 60_000
            var metadata: Logger.Metadata = [
                "reason": "\(refusal.reason.counted.rawValue)",
                "topic": "\(String(refusal.topic.unicodeScalars.prefix(200)).debugDescription)",
            ]
            if let more = unreported.removeValue(forKey: refusal.reason) { metadata["more"] = "\(more)" }
            let level = refusal.reason.isUsual ? Logger.Level.debug : .warning
            log.log(level: level, "a message is refused: \(refusal.reason.meaning)", metadata: metadata)
        }
        refusals.removeAll(keepingCapacity: true)
    }
}
