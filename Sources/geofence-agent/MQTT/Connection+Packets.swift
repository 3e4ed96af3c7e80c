import CMosquitto

extension Connection {
    /// Queues a PUBLISH at QoS 1; gives its packet id.
    ///
    /// Where the broker takes QoS 0 alone, or retains nothing, it goes without: the library would refuse it.
    /// In MQTT 5 it says of which type the payload is, and goes with `correlation`, `responseTopic`,
    /// `userProperties`, and the seconds of `expiry` for which it counts, where that is not 0; in 3.1.1 these
    /// are left out.
    package func publish(
        _ topic: String,
        _ payload: [UInt8],
        retained: Bool,
        qos: Int32 = 1,
        expiry: Int = 0,
        correlation: [UInt8] = [],
        responseTopic: String? = nil,
        userProperties: UserProperties = UserProperties()
    ) throws(MQTTFailure) -> Int32 {
        let isOrdinary = correlation.isEmpty && responseTopic == nil && userProperties.isEmpty
        // An empty payload takes a topic back, and is of no type.
        guard options.protocol == .version5, !isOrdinary || !payload.isEmpty else {
            return try publish(topic, payload, retained, qos, nil)
        }
        let content = MessageProperties.Content(payload)
        guard !isOrdinary else {
            return try publish(topic, payload, retained, qos, properties.common(content, expiry: expiry))
        }
        let list = try MessageProperties.list(
            content,
            expiry: expiry,
            correlation: correlation,
            responseTopic: responseTopic,
            userProperties: userProperties
        )
        defer { MessageProperties.free(list) }
        return try publish(topic, payload, retained, qos, list)
    }

    private func publish(
        _ topic: String,
        _ payload: [UInt8],
        _ isRetained: Bool,
        _ qos: Int32,
        _ properties: OpaquePointer?
    ) throws(MQTTFailure) -> Int32 {
        var packet: Int32 = 0
        let status = library {
            mosquitto_publish_v5(
                client,
                &packet,
                topic,
                Int32(payload.count),
                payload,
                min(qos, limits.maximumQoS),
                isRetained && limits.retains,
                properties
            )
        }
        try check(status, "publishing to \(topic)")
        return packet
    }

    /// Asks for a filter at QoS 1.
    ///
    /// What the broker keeps is sent always, never, or only where the subscription is new (MQTT 5). What
    /// comes later has the retain flag where it was published with it `asPublished` (MQTT 5), else never.
    @discardableResult
    package func subscribe(
        _ filter: String,
        retained: RetainHandling = .isNew,
        asPublished: Bool = false,
        qos: Int32 = 1
    ) throws(MQTTFailure) -> Int32 {
        var packet: Int32 = 0
        let flag = asPublished ? MQTT_SUB_OPT_RETAIN_AS_PUBLISHED.rawValue.signed : 0
        let options = options.protocol == .version5 ? retained.rawValue | flag : 0
        try check(
            library { mosquitto_subscribe_v5(client, &packet, filter, qos, options, nil) },
            "subscribing to \(filter)"
        )
        return packet
    }

    /// When a SUBSCRIBE brings what the broker keeps.
    package enum RetainHandling: Int32 {
        /// Every time.
        case always = 0x00
        /// Only where there was no such subscription before.
        case isNew = 0x10
        /// Never (MQTT 5; in 3.1.1 it is sent all the same).
        case never = 0x20
    }

    /// Gives a filter up.
    package func unsubscribe(_ filter: String) throws(MQTTFailure) {
        try check(library { mosquitto_unsubscribe(client, nil, filter) }, "unsubscribing from \(filter)")
    }
}
