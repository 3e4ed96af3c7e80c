import MQTT

/// What is said on the topic on which we say that we are there.
extension ConnectionManager {
    /// What another agent with our topics has just said of itself; nil where a message of the state is our
    /// own, or was kept for us.
    mutating func stateOfAnother(_ payload: UnsafeRawBufferPointer, isRetained: Bool) -> String? {
        guard catchUp == .done || isRetained else { return nil }
        return ownState.another(payload, isRetained: isRetained, sendsRetained: limits.retains)
    }

    /// Says once more that we are there, where the connection has outlasted word that we are not; says
    /// whether it did.
    mutating func contradict(_ uptime: Int64) throws(MQTTFailure) -> Bool {
        guard let online, ownState.isContradicted(uptime) else { return false }
        ownState.forgetOffline()
        _ = try online.publish(topics.ownState, Array("online".utf8), retained: true)
        ownState.noteEcho()
        return true
    }
}
