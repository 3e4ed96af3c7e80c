import MQTT

extension MQTTSettings {
    /// The keys of `mqtt`.
    enum Key: String, ConfigurationKey {
        case host, port, hosts, socket, proxy, clientId, `protocol`, username, passwordFile,
            passwordEnvironment,
            keepAlive,
            sessionExpiry, answerTimeout, readAhead, tls

        static let refused = [
            "password":
                "a password doesn't belong in this file; put it in a file of its own and name that in \"passwordFile\", or name an environment variable in \"passwordEnvironment\""
        ]
    }

    /// Reads `mqtt`; what is wrong is reported and stays at its default.
    init(reading value: ValueReader) {
        self.init(host: "")
        guard let object = value.object(Key.self) else { return }
        tls = object[.tls].map(TLSSettings.init(reading:))
        readAddresses(object)
        proxy = object[.proxy]?.proxy()
        hasDefaultClientId = object[.clientId] == nil
        clientId = object[.clientId]?.line() ?? clientId
        self.protocol = object[.protocol]?.choice(MQTTProtocol.self) ?? self.protocol
        username = object[.username]?.line()
        readPassword(object)
        keepAlive = object[.keepAlive]?.integer(5...65535, "seconds") ?? keepAlive
        sessionExpiry = object[.sessionExpiry]?.integer(1...4_294_967_295, "seconds") ?? sessionExpiry
        answerTimeout = object[.answerTimeout]?.integer(1...3600, "seconds") ?? answerTimeout
        readsAhead = object[.readAhead]?.flag() ?? readsAhead
        checkTogether(object, value)
    }

    /// Reads `host` and `port`, or `hosts`, or `socket`.
    private mutating func readAddresses(_ object: ObjectReader<Key>) {
        if let socket = object[.socket] { return readSocket(socket, object) }
        let standard = tls == nil ? 1883 : 8883
        guard let list = object[.hosts] else {
            host = object.required(.host, Self.hostHint)?.host() ?? host
            port = object[.port]?.integer(1...65535) ?? standard
            return
        }
        for key in [Key.host, .port] {
            object[key]?.report("the brokers are in \"hosts\" already; keep one of the two")
        }
        hosts = list.brokers(port: standard) ?? []
        if let first = hosts.first { (host, port) = (first.host, first.port) }
    }

    private mutating func readSocket(_ socket: ValueReader, _ object: ObjectReader<Key>) {
        for key in [Key.host, .port, .hosts] {
            object[key]?.report("the broker is in \"socket\" already; keep one of the two")
        }
        object[.proxy]?.report("a Unix socket is on this machine; remove \"proxy\"")
        object[.tls]?.report("a Unix socket leaves this machine at no point; remove \"tls\"")
        if let path = socket.socketPath() { (host, port) = (path, 0) }
    }

    private static let hostHint = "name the broker, such as \"localhost\""

    private func checkTogether(_ object: ObjectReader<Key>, _ value: ValueReader) {
        if password != nil, self.protocol == .version311, object[.username] == nil {
            object.reportMissing(.username, "in MQTT 3.1.1 a password needs a user; add one")
        }
        let isFar = addresses.contains { address in
            !address.isSocket && !["", "localhost", "127.0.0.1", "::1"].contains(address.host)
        }
        if password != nil, tls == nil, isFar {
            value.warn("the password goes over the network in the clear; add \"tls\": {}")
        }
        if self.protocol == .version311, clientId.utf8.count > 23 {
            object[.clientId]?.warn("has more than 23 bytes; a broker for MQTT 3.1.1 may refuse it")
        }
    }
}
