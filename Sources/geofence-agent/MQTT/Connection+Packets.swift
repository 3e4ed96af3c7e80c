import CMosquitto

extension Connection {
    /// Queues a PUBLISH at QoS 1; gives its packet id.
    func publish(_ topic: String, _ payload: [UInt8], retained: Bool, qos: Int32 = 1) throws(MQTTFailure)
        -> Int32
    {
        var packet: Int32 = 0
        let status = mosquitto_publish_v5(
            client,
            &packet,
            topic,
            Int32(payload.count),
            payload,
            qos,
            retained,
            nil
        )
        try check(status, "publishing to \(topic)")
        return packet
    }

    /// Asks for a filter at QoS 1.
    ///
    /// What the broker keeps is sent always, or only where the subscription is new (MQTT 5).
    @discardableResult
    func subscribe(_ filter: String, retained: RetainHandling = .isNew, qos: Int32 = 1) throws(MQTTFailure)
        -> Int32
    {
        var packet: Int32 = 0
        let options = version == .version5 ? retained.rawValue : 0
        try check(
            mosquitto_subscribe_v5(client, &packet, filter, qos, options, nil),
            "subscribing to \(filter)"
        )
        return packet
    }

    /// When a SUBSCRIBE brings what the broker keeps.
    enum RetainHandling: Int32 {
        /// Every time.
        case always = 0x00
        /// Only where there was no such subscription before.
        case isNew = 0x10
    }

    /// Gives a filter up.
    func unsubscribe(_ filter: String) throws(MQTTFailure) {
        try check(mosquitto_unsubscribe(client, nil, filter), "unsubscribing from \(filter)")
    }

    /// Queues a DISCONNECT, after which the broker doesn't publish the will.
    func disconnect() { _ = mosquitto_disconnect(client) }
}
