import Logging
import MQTT

extension AgentLoop {
    /// Writes into the log what the broker takes away, each once, with what that means.
    func logLimits() {
        for (text, isLoss) in link.limits.meanings(asked: link.settings.sessionExpiry)
        where logOnce.shouldLog(text) {
            log.log(level: isLoss ? .warning : .info, "\(text)")
        }
    }

    /// The broker has granted a subscription, at QoS 0 perhaps, or has refused it.
    func subscriptionAnswered(_ answer: Inbox.Acknowledgement, _ uptime: Int64) {
        let wereComplete = link.subscriptions.areComplete
        let wereRefused = link.subscriptions.hasRefused
        let filter = link.wasAnswered(answer, uptime)
        guard answer.reason < 128 else {
            return logRefusal(
                "the broker refuses a subscription",
                filter,
                refusal(.read, filter, answer.reason)
            )
        }
        if wereRefused, !wereComplete, link.subscriptions.areComplete {
            log.notice("the broker has taken all subscriptions")
        }
        guard link.wasGranted(filter, qos: answer.reason) else { return }
        statistics.infoIsDue = true
        logLimits()
    }
}
