import MQTT

extension Connection {
    /// Connects, and waits some milliseconds for the broker's greeting.
    ///
    /// Nothing behind the greeting is read yet.
    /// - Throws: what is wrong, explained; where the broker says no, that: the connection fails at the same
    ///   moment, which says less.
    func connect(within patience: Int64) throws(MQTTFailure) {
        do throws(MQTTFailure) {
            try connect()
            try waitForGreeting(patience)
        } catch {
            wasGreeted = arrivals.connAck != nil
            throw explained(refusal ?? error)
        }
        wasGreeted = true
        if let refusal { throw explained(refusal) }
    }

    private func waitForGreeting(_ patience: Int64) throws(MQTTFailure) {
        let deadline = Clock.uptime + patience
        while arrivals.connAck == nil {
            guard Clock.uptime < deadline else {
                throw MQTTFailure("connecting", reason: "no answer within \(patience / 1000) s")
            }
            try checkAttempt()
            try write()
            wait(100)
            try readGreeting()
        }
    }

    private var refusal: MQTTFailure? {
        guard let reason = arrivals.connAck?.reason, reason != 0 else { return nil }
        let code = ReasonCode(reason)
        return MQTTFailure("connecting", reason: "refused by the broker: \(code)", pace: .refusal, code: code)
    }
}
