import Logging
import MQTT

extension AgentLoop {
    /// A message of `agent/state` has come: the copy of our own, or word of another agent with our topics.
    ///
    /// Our own will has our client id in its correlation data.
    func handleState(_ message: Inbox.Message, _ bytes: UnsafeRawBufferPointer) {
        guard !link.ownState.isPassing(packet: message.packet, isRetained: message.isRetained) else { return }
        let payload = UnsafeRawBufferPointer(rebasing: bytes[message.payload])
        let other = link.stateOfAnother(payload, isRetained: message.isRetained)
        // A copy that is not from the broker's memory may have been queued before others, while we were away.
        if message.isRetained { link.finishCatchUp() }
        guard let other, !isStopping else { return }
        // A broker that ends says of everybody that they are gone, and hangs up behind that.
        guard other == "online" else {
            let isOwnWill = bytes[message.correlation].elementsEqual(link.settings.clientId.utf8)
            return link.ownState.heardOffline(Clock.uptime, isOwnWill: isOwnWill)
        }
        logAnother(says: other)
    }

    /// Says that we are there, where another agent with our topics has said that it is gone, or the broker
    /// that we are.
    func contradict(_ uptime: Int64) throws(MQTTFailure) {
        guard !isStopping, try link.contradict(uptime), !link.ownState.isOwnWill else { return }
        logAnother(says: "offline")
    }

    private func logAnother(says state: String) {
        // Whoever takes over says of the other that it is gone.
        guard leadership == nil else { return }
        let topic = agent.port.settings.topics.ownState
        guard logOnce.shouldLog("\(topic) (another)") else { return }
        log.error(
            "another agent publishes the same topics; give each its own topics.base",
            metadata: ["topic": "\(topic)", "says": "\(state.prefix(20).debugDescription)"]
        )
    }
}
