import CLibrary
import CMosquitto

/// The callbacks only append: no lock of ours, no logging, no Swift error crosses the library's frames.
func installCallbacks(_ client: OpaquePointer) {
    mosquitto_message_v5_callback_set(client) { _, context, message, properties in
        guard let arrivals = arrivals(context), let message = message?.pointee, let topic = message.topic
        else { return }
        let topicBytes = bytes(topic)
        let packet = UInt16(truncatingIfNeeded: message.mid)
        if arrivals.shouldSkip(topicBytes, packet: packet) { return }
        let isRequest = properties != nil && arrivals.isRequest(topicBytes)
        withResponse(properties) { responseTopic, correlation in
            arrivals.append(
                topic: topicBytes,
                payload: UnsafeRawBufferPointer(start: message.payload, count: Int(message.payloadlen)),
                packet: packet,
                isRetained: message.retain,
                responseTopic: responseTopic,
                correlation: correlation,
                userProperties: isRequest ? userProperties(properties) : UserProperties()
            )
        }
    }
    mosquitto_publish_v5_callback_set(client) { _, context, packet, reason, _ in
        arrivals(context)?.acknowledgements.append(.init(packet: packet, reason: reason))
    }
    mosquitto_connect_v5_callback_set(client) { _, context, reason, flags, properties in
        arrivals(context)?.connAck = .init(
            reason: reason,
            hasSession: flags & 1 != 0,
            limits: BrokerLimits(properties)
        )
    }
    mosquitto_subscribe_v5_callback_set(client) { _, context, packet, count, codes, _ in
        // Each SUBSCRIBE of ours asks for one filter.
        guard let codes, count > 0 else { return }
        arrivals(context)?.subscriptionAnswers.append(.init(packet: packet, reason: codes[0]))
    }
    mosquitto_disconnect_v5_callback_set(client) { _, context, reason, _ in
        if reason >= 128 { arrivals(context)?.disconnectReason = ReasonCode(reason) }
    }
}

/// Keeps what the library says about errors, which only of TLS is more than its status tells.
///
/// It writes a line for every packet once somebody listens: that is a tenth of what a message costs.
func installErrorLog(_ client: OpaquePointer) {
    mosquitto_log_callback_set(client) { _, context, level, text in
        // Not all of it is about the failure at hand; the first lines are, and a stream of them must not fill
        // the memory.
        guard level & MOSQ_LOG_ERR != 0, let text, let arrivals = arrivals(context),
            arrivals.libraryErrors.count < 4
        else { return }
        arrivals.libraryErrors.append(String(cString: text))
    }
}

private func arrivals(_ context: UnsafeMutableRawPointer?) -> Inbox? {
    context.map { Unmanaged<Inbox>.fromOpaque($0).takeUnretainedValue() }
}

/// Hands on where a message asks to be answered, and with which data; the library gives copies, which go
/// after the call.
private func withResponse(
    _ properties: OpaquePointer?,
    _ body: (_ topic: UnsafeRawBufferPointer?, _ correlation: UnsafeRawBufferPointer?) -> Void
) {
    var topic: UnsafeMutablePointer<CChar>?
    var correlation: UnsafeMutableRawPointer?
    var count: UInt16 = 0
    defer {
        free(topic)
        free(correlation)
    }
    guard let properties else { return body(nil, nil) }
    _ = mosquitto_property_read_string(properties, MQTT_PROP_RESPONSE_TOPIC.rawValue.signed, &topic, false)
    _ = mosquitto_property_read_binary(
        properties,
        MQTT_PROP_CORRELATION_DATA.rawValue.signed,
        &correlation,
        &count,
        false
    )
    body(
        topic.map { bytes($0) },
        correlation.map { UnsafeRawBufferPointer(start: $0, count: Int(count)) }
    )
}

/// The user properties of a message, in their order; nil where there are more than are kept.
private func userProperties(_ properties: OpaquePointer?) -> UserProperties? {
    var found = UserProperties()
    var next = properties
    var isFirst = true
    while true {
        var name: UnsafeMutablePointer<CChar>?
        var value: UnsafeMutablePointer<CChar>?
        defer {
            free(name)
            free(value)
        }
        let property = MQTT_PROP_USER_PROPERTY.rawValue.signed
        next = mosquitto_property_read_string_pair(next, property, &name, &value, !isFirst)
        guard next != nil, let name, let value else { return found }
        isFirst = false
        guard found.append(bytes(name), bytes(value)) else { return nil }
    }
}

private func bytes(_ text: UnsafePointer<CChar>) -> UnsafeRawBufferPointer {
    UnsafeRawBufferPointer(start: text, count: strlen(text))
}
