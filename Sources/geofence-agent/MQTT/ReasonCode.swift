/// Why a broker refuses something: a reason code of MQTT 5, or of a CONNACK of MQTT 3.1.1 as the code of MQTT
/// 5 that it became.
///
/// Source: MQTT 5.0, section 2.4; MQTT 3.1.1, table 3.1.
package struct ReasonCode: Hashable, Sendable, CustomStringConvertible {
    package let number: Int32

    package init(_ number: Int32) { self.number = Self.successors[number] ?? number }

    private static let successors: [Int32: Int32] = [1: 132, 2: 133, 3: 136, 4: 134, 5: 135]

    package static let notAuthorised = ReasonCode(135)
    package static let tooLarge = ReasonCode(149)
    package static let retainNotSupported = ReasonCode(154)
    package static let qosNotSupported = ReasonCode(155)

    package var description: String { "\(Self.names[number] ?? "refused") (reason \(number))" }

    /// Those for which a message may be to blame.
    static let ofMessages: Set<Int32> = [128, 129, 130, 131, 135, 144, 153]

    /// Whether it goes by itself, as a failure of the network does.
    var isPassing: Bool { [137, 139, 141, 147].contains(number) }

    private static let names: [Int32: String] = [
        128: "unspecified error", 129: "malformed packet", 130: "protocol error",
        131: "refused for reasons of the broker's own", 132: "it doesn't speak this version of MQTT",
        133: "client id not valid", 134: "wrong user or password", 135: "not authorised",
        136: "server unavailable", 137: "server busy", 138: "banned", 139: "server shutting down",
        140: "it wants another way to log in", 141: "keep-alive timeout", 142: "session taken over",
        143: "filter not valid", 144: "topic not valid", 147: "more messages than it takes at once",
        149: "packet too large", 151: "quota exceeded", 152: "ended by an administrator",
        153: "wrong kind of payload", 154: "it keeps no messages", 155: "QoS not supported",
        156: "use another server", 157: "server moved", 158: "no shared subscriptions",
        159: "too many connections a second", 161: "no subscription identifiers",
        162: "no wildcards in subscriptions",
    ]

    /// What to do about a connection that is refused or ended with it.
    func advice(_ options: ClientOptions) -> String {
        switch number {
        case 134, 135:
            options.username == nil
                ? "; the broker may want a user: set mqtt.username and mqtt.passwordFile"
                : "; check mqtt.username and mqtt.passwordFile, and the broker's access list"
        case 132: options.protocol == .version5 ? "; set mqtt.protocol to \"3.1.1\"" : ""
        case 133: "; choose another mqtt.clientId"
        case 138, 151, 159: "; ask who runs the broker"
        case 149: "; allow larger packets at the broker"
        case 156, 157: "; set mqtt.host to the one it has moved to"
        case 142:
            "; another client uses mqtt.clientId \"\(options.clientId)\" too: each agent needs its own"
        default: ""
        }
    }
}
