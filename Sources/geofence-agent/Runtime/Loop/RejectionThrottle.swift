import Logging

/// Tells refused messages to the log: the first of each kind at once, then how many a minute.
struct RejectionThrottle {
    private var unreported: [Rejection: Int] = [:]
    private var quietUntil: [Rejection: Int64] = [:]
    private var hasSaidUnrelated = false

    mutating func write(_ refusals: inout [Intake.Refusal], _ log: Logger, _ uptime: Int64) {
        guard !refusals.isEmpty else { return }
        for refusal in refusals {
            if uptime < quietUntil[refusal.reason] ?? 0 {
                unreported[refusal.reason, default: 0] += 1
                continue
            }
            quietUntil[refusal.reason] = uptime + 60_000
            var metadata: Logger.Metadata = ["reason": "\(refusal.reason.counted.rawValue)"]
            if let topic = refusal.topic {
                metadata["topic"] = "\(String(topic.unicodeScalars.prefix(200)).debugDescription)"
            }
            if let device = refusal.device { metadata["device"] = "\(device)" }
            if let payload = refusal.payload { metadata["payload"] = "\(payload.printable)" }
            if let more = unreported.removeValue(forKey: refusal.reason) { metadata["more"] = .number(more) }
            let level = level(refusal.reason)
            log.log(
                level: level,
                "a message is refused: \(refusal.reason.meaning)",
                metadata: .of(.messageRefused, metadata)
            )
        }
        refusals.removeAll(keepingCapacity: true)
    }

    /// The first message about something else may as well be one whose position nobody finds.
    private mutating func level(_ reason: Rejection) -> Logger.Level {
        guard reason.isUsual else { return .warning }
        guard reason == .unrelated, !hasSaidUnrelated else { return .debug }
        hasSaidUnrelated = true
        return .info
    }
}
