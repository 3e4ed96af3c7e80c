import CMosquitto
import Glibc

/// One connection to the broker: made, used by one thread, thrown away.
///
/// A new object for every connection, since the library's own queue would send old messages after a reconnect behind new ones.
/// Nothing leaves but in `write()`: that is what lets a PUBACK wait for the commit. The library queues instead of writing
/// only for a client that is marked as threaded; `AcknowledgementTests` guards this.
final class Connection {
    /// PUBLISH packets that may be on their way at once.
    static let window = 100
    /// Messages that the broker may send without having our PUBACK; read by broker versions that heed it.
    static let receiveMaximum: Int32 = 1000
    /// Bytes; the broker drops what is larger before it reaches us.
    static let largestPacket: UInt32 = 1 << 20

    let arrivals = Arrivals()
    let version: MQTTProtocol
    private let client: OpaquePointer
    private var lowWater: Int32 = 1

    /// What the broker publishes, retained, when we go without saying so.
    struct Will {
        var topic: String
        var payload: String
    }

    /// Makes a client that is not connected yet.
    init(_ settings: MQTTSettings, will: Will? = nil, cleanStart: Bool = false) throws(MQTTFailure) {
        Library.start()
        version = settings.protocol
        // The context is not retained by the library: it lives as long as this object, which destroys the client first.
        let context = Unmanaged.passUnretained(arrivals).toOpaque()
        guard let client = mosquitto_new(settings.clientId, cleanStart, context) else {
            throw MQTTFailure("mosquitto_new", reason: String(cString: strerror(errno)))
        }
        self.client = client
        installCallbacks(client)
        try configure(settings, will)
    }

    deinit { mosquitto_destroy(client) }

    private func configure(_ settings: MQTTSettings, _ will: Will?) throws(MQTTFailure) {
        try check(mosquitto_threaded_set(client, true), "mosquitto_threaded_set")
        try option(MOSQ_OPT_PROTOCOL_VERSION, version == .version5 ? 5 : 4)
        try option(MOSQ_OPT_RECEIVE_MAXIMUM, Self.receiveMaximum)
        try option(MOSQ_OPT_SEND_MAXIMUM, Int32(Self.window))
        let password = settings.password.map { String(decoding: $0.bytes, as: UTF8.self) }
        if settings.username != nil || password != nil {
            try check(
                mosquitto_username_pw_set(client, settings.username, password),
                "mosquitto_username_pw_set"
            )
        }
        if let tls = settings.tls { try secure(tls) }
        if let will {
            try check(
                mosquitto_will_set(client, will.topic, Int32(will.payload.utf8.count), will.payload, 1, true),
                "mosquitto_will_set"
            )
        }
    }

    private func option(_ option: mosq_opt_t, _ value: Int32) throws(MQTTFailure) {
        try check(mosquitto_int_option(client, option, value), "mosquitto_int_option")
    }

    private func secure(_ tls: TLSSettings) throws(MQTTFailure) {
        let directory = tls.caFile == nil ? "/etc/ssl/certs" : nil
        try check(
            mosquitto_tls_set(client, tls.caFile, directory, tls.certFile, tls.keyFile, nil),
            "mosquitto_tls_set"
        )
    }

    /// Begins to connect; the greeting arrives later, or never.
    ///
    /// Names are resolved here and now: with a name server that is out of reach this takes as long as the system's resolver.
    func connect(_ settings: MQTTSettings) throws(MQTTFailure) {
        if version == .version5 { try keepProperties(settings) }
        try check(
            mosquitto_connect_bind_async(
                client,
                settings.host,
                Int32(settings.port),
                Int32(settings.keepAlive),
                nil
            ),
            "connecting to \(settings.host):\(settings.port)"
        )
    }

    /// Gives the library the properties of CONNECT.
    ///
    /// Only its blocking function takes any, and keeps them for later connections; without a host it does nothing else.
    private func keepProperties(_ settings: MQTTSettings) throws(MQTTFailure) {
        var properties: OpaquePointer?
        defer { mosquitto_property_free_all(&properties) }
        let expiry = UInt32(clamping: settings.sessionExpiry)
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
                Self.largestPacket
            ),
            "maximum packet size"
        )
        _ = mosquitto_connect_bind_v5(client, nil, 0, 0, nil, properties)
    }

    /// The socket to poll; nil where there is none.
    var socket: Int32? {
        let socket = mosquitto_socket(client)
        return socket >= 0 ? socket : nil
    }

    /// Whether packets wait for the socket to take them.
    var wantsToWrite: Bool { mosquitto_want_write(client) }

    /// Reads what has arrived into `arrivals`, up to a number of messages; gives whether more may be waiting.
    ///
    /// The library reads one packet a call, and with TLS may hold packets that poll can't see: it is asked until it says that
    /// it would have to wait. Its errno can say so by mistake after a message, but not without one.
    func read(upTo limit: Int) throws(MQTTFailure) -> Bool {
        var silent = 0
        while arrivals.messages.count < limit, arrivals.bytes.count < 1 << 22 {
            let before = arrivals.messages.count + arrivals.acknowledgements.count
            errno = 0
            let status = mosquitto_loop_read(client, 1)
            let mustWait = errno == EAGAIN
            try check(status, "reading from the broker")
            let isSilent = arrivals.messages.count + arrivals.acknowledgements.count == before
            silent = isSilent ? silent + 1 : 0
            if isSilent, mustWait || silent > Self.silentPackets { return false }
        }
        return true
    }

    /// Packets in a row that bring nothing for us (SUBACK, PINGRESP) before the loop has its turn again.
    private static let silentPackets = 16

    /// Lets the queued packets leave, PUBACKs among them.
    func write() throws(MQTTFailure) {
        errno = 0
        try check(mosquitto_loop_write(client, 1), "writing to the broker")
    }

    /// Keeps the connection alive; to be called every second or so.
    func misc() throws(MQTTFailure) {
        try check(mosquitto_loop_misc(client), "keeping the connection")
    }

    /// Has the kernel acknowledge at once what it has received: a broker that waits for that before it sends more gets on at once.
    func acknowledgeSegments() {
        guard let socket else { return }
        var on: Int32 = 1
        _ = setsockopt(socket, Int32(IPPROTO_TCP), TCP_QUICKACK, &on, socklen_t(MemoryLayout<Int32>.size))
    }

    /// Has the kernel gather small packets until `isHeld` ends, so that many acknowledgements leave as one segment.
    func holdSegments(_ isHeld: Bool) {
        guard let socket else { return }
        var value: Int32 = isHeld ? 1 : 0
        _ = setsockopt(socket, Int32(IPPROTO_TCP), TCP_CORK, &value, socklen_t(MemoryLayout<Int32>.size))
    }

    /// Has `poll` report the socket only once so many bytes have come, or the connection has ended.
    func wake(atBytes bytes: Int32) {
        guard let socket, bytes != lowWater else { return }
        lowWater = bytes
        var value = bytes
        _ = setsockopt(socket, SOL_SOCKET, SO_RCVLOWAT, &value, socklen_t(MemoryLayout<Int32>.size))
    }

    private func check(_ status: Int32, _ call: String) throws(MQTTFailure) {
        try MQTTFailure.check(status, call)
    }
}

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
