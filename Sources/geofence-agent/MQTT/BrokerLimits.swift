/// What a broker takes away when it greets, or grants less of than was asked for.
package struct BrokerLimits: Hashable, Sendable {
    /// What mosquitto takes at once as it is installed: nothing to warn of.
    private static let usualMaximum = 20

    /// Seconds that it keeps the session, where that is less than was asked for.
    package var sessionExpiry: Int?
    /// Messages that it takes at once, where that is less than `Connection.window`.
    package var receiveMaximum: Int?
    /// Seconds of silence that it lets pass, where it says so; 0 for any.
    package var keepAlive: Int?
    /// Bytes of the largest packet that it takes.
    package var packetSize: Int?
    /// The highest QoS at which it takes messages.
    package var maximumQoS: Int32 = 1
    /// Whether it retains messages.
    package var retains = true
    /// Subscriptions that it grants at QoS 0, so that it may drop what comes for them.
    package var grantedQoS0: Set<String> = []

    /// Nothing taken away.
    package init() {}

    /// Each that takes something away, and what that means; those first with which something may be lost.
    package func meanings(asked expiry: Int) -> [(text: String, isLoss: Bool)] {
        var meanings: [(String, Bool)] = grantedQoS0.sorted().map { filter in
            ("positions may be lost: the broker grants QoS 0 for a subscription: \(filter)", true)
        }
        if let sessionExpiry {
            let text =
                "positions may be lost: the broker keeps the session for \(sessionExpiry) s in the place of \(expiry) s"
            meanings.append((text, true))
        }
        if maximumQoS == 0 { meanings.append(("events may be lost: the broker takes QoS 0 alone", true)) }
        if !retains {
            meanings.append(
                ("statuses reach only those who listen: the broker retains no messages", true)
            )
        }
        if let packetSize {
            let text =
                "messages above \(packetSize) bytes can't be published: the broker takes no larger ones"
            meanings.append((text, false))
        }
        if let receiveMaximum, receiveMaximum < Self.usualMaximum {
            let text = "events may leave slowly: the broker takes \(receiveMaximum) messages at once"
            meanings.append((text, false))
        }
        return meanings
    }

    /// Those that are in force, as numbers by name.
    package var numbers: [(name: String, value: Int)] {
        let all: [(String, Int?)] = [
            ("sessionExpiry", sessionExpiry), ("receiveMaximum", receiveMaximum), ("packetSize", packetSize),
            ("maximumQoS", maximumQoS == 0 ? 0 : nil), ("retain", retains ? nil : 0),
            ("grantedQoS0", grantedQoS0.isEmpty ? nil : grantedQoS0.count),
        ]
        return all.compactMap { name, value in value.map { (name, $0) } }
    }
}
