import CMosquitto

extension Connection {
    /// Queues a PUBLISH at QoS 1; gives its packet id.
    ///
    /// Where the broker takes QoS 0 alone, or retains nothing, it goes without: the library would refuse it.
    /// `correlation` goes with it in MQTT 5, and is left out in 3.1.1.
    package func publish(
        _ topic: String,
        _ payload: [UInt8],
        retained: Bool,
        qos: Int32 = 1,
        correlation: [UInt8] = [],
        responseTopic: String? = nil
    ) throws(MQTTFailure) -> Int32 {
        var properties: OpaquePointer?
        defer { mosquitto_property_free_all(&properties) }
        if options.protocol == .version5, !correlation.isEmpty {
            let status = mosquitto_property_add_binary(
                &properties,
                MQTT_PROP_CORRELATION_DATA.rawValue.signed,
                correlation,
                UInt16(clamping: correlation.count)
            )
            try check(status, "correlation data")
        }
        if options.protocol == .version5, let responseTopic {
            let status = mosquitto_property_add_string(
                &properties,
                MQTT_PROP_RESPONSE_TOPIC.rawValue.signed,
                responseTopic
            )
            try check(status, "response topic")
        }
        var packet: Int32 = 0
        let status = library {
            mosquitto_publish_v5(
                client,
                &packet,
                topic,
                Int32(payload.count),
                payload,
                min(qos, limits.maximumQoS),
                retained && limits.retains,
                properties
            )
        }
        try check(status, "publishing to \(topic)")
        return packet
    }

    /// Asks for a filter at QoS 1.
    ///
    /// What the broker keeps is sent always, or only where the subscription is new (MQTT 5). What comes later
    /// has the retain flag where it was published with it `asPublished` (MQTT 5), else never.
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
    }

    /// Gives a filter up.
    package func unsubscribe(_ filter: String) throws(MQTTFailure) {
        try check(library { mosquitto_unsubscribe(client, nil, filter) }, "unsubscribing from \(filter)")
    }

    /// Queues a DISCONNECT, after which the broker doesn't publish the will.
    package func disconnect() {
        // The library closes the socket behind it, and all that is held has to be gone by then.
        wire?.passOutput()
        _ = library { mosquitto_disconnect(client) }
    }
}
