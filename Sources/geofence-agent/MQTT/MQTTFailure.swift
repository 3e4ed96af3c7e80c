import CLibrary
import CMosquitto

/// A call into libmosquitto that didn't do what it was asked for.
package struct MQTTFailure: Error, Hashable, CustomStringConvertible {
    /// The call, or what the broker was answering.
    package let call: String
    /// What the library or the broker says of it.
    package let reason: String
    /// The library's status; 0 where the reason is another.
    package let status: Int32
    /// How soon to try again.
    package var pace = Backoff.Pace.network
    /// What the broker gave as its reason, where it gave one.
    package var code: ReasonCode?

    package init(
        _ call: String,
        reason: String,
        status: Int32 = 0,
        pace: Backoff.Pace = .network,
        code: ReasonCode? = nil
    ) {
        self.call = call
        self.reason = reason
        self.status = status
        self.pace = pace
        self.code = code
    }

    /// The broker has ended the connection, and said why.
    static func ended(_ code: ReasonCode) -> MQTTFailure {
        MQTTFailure(
            "the broker ends the connection",
            reason: "\(code)",
            pace: code.isPassing ? .network : .refusal,
            code: code
        )
    }

    /// The same with another reason.
    package func because(_ reason: String, pace: Backoff.Pace? = nil) -> MQTTFailure {
        MQTTFailure(call, reason: reason, status: status, pace: pace ?? self.pace, code: code)
    }

    /// The same as a failure of another call.
    package func named(_ call: String) -> MQTTFailure {
        MQTTFailure(call, reason: reason, status: status, pace: pace, code: code)
    }

    /// Whether the message itself is at fault, so that it would fail on every connection.
    package var isForGood: Bool {
        [MOSQ_ERR_INVAL, MOSQ_ERR_PAYLOAD_SIZE, MOSQ_ERR_MALFORMED_UTF8, MOSQ_ERR_OVERSIZE_PACKET]
            .contains { $0.rawValue.signed == status }
    }

    /// Whether the broker has ended the connection, for a reason that may lie in what was published.
    package var isHangUp: Bool {
        if let code { return ReasonCode.ofMessages.contains(code.number) }
        return [MOSQ_ERR_CONN_LOST, MOSQ_ERR_ERRNO].contains { $0.rawValue.signed == status }
    }

    package var description: String { "\(call): \(reason)" }

    /// Passes on the one way in which the library reports failure.
    ///
    /// `call` names the function that gave `status`.
    static func check(_ status: Int32, _ call: @autoclosure () -> String) throws(MQTTFailure) {
        let cause = errno
        guard status != MOSQ_ERR_SUCCESS.rawValue.signed else { return }
        let isSystem = status == MOSQ_ERR_ERRNO.rawValue.signed
        let text = isSystem ? String(cString: strerror(cause)) : words(status)
        throw MQTTFailure(call(), reason: text, status: status)
    }

    private static func words(_ status: Int32) -> String {
        switch status {
        case MOSQ_ERR_EAI.rawValue.signed:
            "the name isn't known; check mqtt.host and this machine's name server"
        // The library's own text of it is "Unknown error".
        case MOSQ_ERR_KEEPALIVE.rawValue.signed:
            "no answer to a ping within mqtt.keepAlive; check the network, and whether the broker still runs"
        default: String(cString: mosquitto_strerror(status))
        }
    }
}

extension BinaryInteger {
    /// The same bits as the library's status type; C enumerations are imported with either sign.
    var signed: Int32 { Int32(truncatingIfNeeded: self) }
}
