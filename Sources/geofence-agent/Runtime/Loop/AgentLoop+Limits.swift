import Logging

extension AgentLoop {
    /// Writes into the log what the broker takes away, each once, with what that means.
    func logLimits() {
        for (text, isLoss) in link.limits.meanings(asked: link.settings.sessionExpiry)
        where logOnce.shouldLog(text) {
            log.log(level: isLoss ? .warning : .info, "\(text)")
        }
    }

    /// The broker has granted a subscription, at QoS 0 perhaps, or has refused it.
    func subscriptionAnswered(_ answer: Inbox.Acknowledgement) {
        let filter = link.filter(of: answer.packet)
        guard answer.reason < 128 else {
            return logRefusal(
                "the broker refuses a subscription",
                filter,
                refusal(.read, filter, answer.reason)
            )
        }
        guard link.wasGranted(filter, qos: answer.reason) else { return }
        statistics.infoIsDue = true
        logLimits()
    }
}
