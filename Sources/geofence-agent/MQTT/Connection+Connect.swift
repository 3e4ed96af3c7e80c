import CMosquitto

extension Connection {
    func configure(_ will: Will?) throws(MQTTFailure) {
        try check(mosquitto_threaded_set(client, true), "mosquitto_threaded_set")
        try option(MOSQ_OPT_PROTOCOL_VERSION, options.protocol == .version5 ? 5 : 4)
        try option(MOSQ_OPT_RECEIVE_MAXIMUM, Self.receiveMaximum)
        try option(MOSQ_OPT_SEND_MAXIMUM, Int32(Self.window))
        let password = options.password.map { String(decoding: $0, as: UTF8.self) }
        if options.username != nil || password != nil {
            try check(
                mosquitto_username_pw_set(client, options.username, password),
                "mosquitto_username_pw_set"
            )
        }
        if let proxy = options.proxy {
            try check(
                mosquitto_socks5_set(client, proxy.host, Int32(proxy.port), nil, nil),
                "the proxy \(proxy)"
            )
        }
        if let tls = options.tls { try secure(tls) }
        if let will { try leave(will) }
    }

    private func leave(_ will: Will) throws(MQTTFailure) {
        let properties =
            options.protocol == .version5
            ? try MessageProperties.list(.init(Array(will.payload.utf8)), correlation: will.mark) : nil
        let status = mosquitto_will_set_v5(
            client,
            will.topic,
            Int32(will.payload.utf8.count),
            will.payload,
            will.qos,
            will.isRetained,
            properties
        )
        // Else the library has them.
        if status != MOSQ_ERR_SUCCESS.rawValue.signed { MessageProperties.free(properties) }
        try check(status, "mosquitto_will_set")
    }

    private func option(_ option: mosq_opt_t, _ value: Int32) throws(MQTTFailure) {
        try check(mosquitto_int_option(client, option, value), "mosquitto_int_option")
    }

    /// Begins to connect; the greeting arrives later, or never.
    ///
    /// Names are resolved here and now: with a name server that is out of reach this takes as long as the
    /// system's resolver.
    package func connect() throws(MQTTFailure) {
        if options.protocol == .version5 { try keepProperties() }
        let address = options.address
        do {
            try check(
                mosquitto_connect_bind_async(
                    client,
                    address.host,
                    Int32(address.port),
                    Int32(options.keepAlive),
                    nil
                ),
                "connecting to \(address)"
            )
        } catch  where address.isSocket {
            throw error.because(error.reason + Self.socketAdvice)
        }
    }

    private static let socketAdvice =
        "; check mqtt.socket, whether the broker runs, and whether its socket lets the agent's user in"

    /// Bytes of a packet that may be topic, response topic and correlation data.
    ///
    /// What is larger than announced the broker drops without a word: a request that is a little too large is
    /// to be refused instead.
    private static let roomBesidePayload = 16 << 10

    /// Gives the library the properties of CONNECT.
    ///
    /// Only its blocking function takes any, and keeps them for later connections; without a host it does
    /// nothing else.
    private func keepProperties() throws(MQTTFailure) {
        var properties: OpaquePointer?
        defer { mosquitto_property_free_all(&properties) }
        let expiry = UInt32(clamping: options.sessionExpiry)
        try check(
            mosquitto_property_add_int32(
                &properties,
                MQTT_PROP_SESSION_EXPIRY_INTERVAL.rawValue.signed,
                expiry
            ),
            "session expiry"
        )
        try check(
            mosquitto_property_add_int32(
                &properties,
                MQTT_PROP_MAXIMUM_PACKET_SIZE.rawValue.signed,
                UInt32(clamping: arrivals.largest + Self.roomBesidePayload)
            ),
            "maximum packet size"
        )
        _ = mosquitto_connect_bind_v5(client, nil, 0, 0, nil, properties)
    }
}
