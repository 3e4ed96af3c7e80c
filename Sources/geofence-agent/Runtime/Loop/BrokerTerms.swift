import MQTT

/// What the broker that is tried or in use takes away: with what it said at the greeting, and by what it
/// refused before.
struct BrokerTerms {
    /// What it takes away of what is published and asked for.
    private(set) var limits = BrokerLimits()
    /// Whether it has refused a will that was to be retained, or one at QoS 1.
    private var refusedWill = (retained: false, qos1: false)

    /// The will, as far as the broker takes it, with the client id as its mark; the last of a pair goes for
    /// both.
    func will(_ topics: Topics, _ clientID: String, ofPair: Bool = false) -> Connection.Will {
        var will = Connection.Will(
            topic: ofPair ? topics.state : topics.ownState,
            payload: "offline",
            qos: refusedWill.qos1 ? 0 : limits.maximumQoS,
            isRetained: limits.retains && !refusedWill.retained
        )
        will.mark = Array(clientID.utf8)
        return will
    }

    /// What the broker says to CONNECT; what it doesn't take of the will the next attempt goes without.
    mutating func refusal(_ code: ReasonCode) -> MQTTFailure {
        let isRetain = code == .retainNotSupported && !refusedWill.retained
        let isQoS = code == .qosNotSupported && !refusedWill.qos1
        if isRetain { refusedWill.retained = true }
        if isQoS { refusedWill.qos1 = true }
        return MQTTFailure(
            "connecting",
            reason: "refused by the broker: \(code)",
            pace: isRetain || isQoS ? .network : .refusal,
            code: code
        )
    }

    /// Heeds what the broker takes away from what was asked for.
    mutating func agree(_ new: BrokerLimits, asked settings: MQTTSettings) {
        limits = new
        if refusedWill.retained { limits.retains = false }
        if refusedWill.qos1 { limits.maximumQoS = 0 }
        if let expiry = new.sessionExpiry, expiry >= settings.sessionExpiry { limits.sessionExpiry = nil }
        if let most = new.receiveMaximum, most >= Connection.window { limits.receiveMaximum = nil }
    }

    /// The broker has granted a subscription; says whether that takes something away that it didn't before.
    mutating func granted(_ filter: String, qos: Int32) -> Bool {
        qos == 0 && limits.grantedQoS0.insert(filter).inserted
    }
}
