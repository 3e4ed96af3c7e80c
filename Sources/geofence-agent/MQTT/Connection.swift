import CLibrary
import CMosquitto

/// One connection to the broker: made, used by one thread, thrown away.
///
/// A new object for every connection, since the library's own queue would send old messages after a reconnect
/// behind new ones. Nothing leaves but in `write()`: that is what lets a PUBACK wait for the commit. The
/// library queues instead of writing only for a client that is marked as threaded; `AcknowledgementTests`
/// guards this.
package final class Connection {
    /// PUBLISH packets that may be on their way at once.
    package static let window = 100
    /// Messages that the broker may send without having our PUBACK; read by broker versions that know it.
    static let receiveMaximum: Int32 = 1000

    package let arrivals: Inbox
    let options: ClientOptions
    let client: OpaquePointer
    var lowWater: Int32 = 1
    /// What is said beside messages.
    var properties = MessageProperties()
    /// What is between the library and its socket, once the broker has greeted us.
    var wire: Wire?
    /// Messages that were set aside, so that answers behind them could be read.
    var backlog = Backlog()
    /// Whether it is read behind messages, or some of these are still set aside.
    package internal(set) var readsBehind = false
    /// When something came from the broker, and when it was last pinged.
    var signs = SignsOfLife()
    /// Whether reading ahead was asked for, and does not come into effect.
    package internal(set) var isBypassed = false
    /// Whether the broker has answered CONNECT.
    package var wasGreeted = false
    /// What the broker has taken away; what is published keeps to it.
    package var limits = BrokerLimits()

    /// What the broker publishes when we go without saying so.
    package struct Will {
        package var topic: String
        package var payload: String
        package var qos: Int32 = 1
        package var isRetained = true
        /// By what its client knows it again, in MQTT 5: its correlation data.
        package var mark: [UInt8] = []

        package init(topic: String, payload: String, qos: Int32 = 1, isRetained: Bool = true) {
            (self.topic, self.payload) = (topic, payload)
            (self.qos, self.isRetained) = (qos, isRetained)
        }
    }

    /// PUBLISH packets that this broker lets be on their way at once.
    package var window: Int { min(Self.window, limits.receiveMaximum ?? Self.window) }

    /// Makes a client that is not connected yet.
    ///
    /// `requests` is how the topics of requests, or of answers, begin, whose payloads may be larger than
    /// others; `largest` is how many bytes these may have.
    package init(
        _ options: ClientOptions,
        will: Will? = nil,
        cleanStart: Bool = false,
        requests: String = "",
        upTo largest: Int = Inbox.largestRequest
    ) throws(MQTTFailure) {
        Library.start()
        arrivals = Inbox(requests: Array(requests.utf8), upTo: largest)
        self.options = options
        // The context is not retained by the library: it lives as long as this object, which destroys the
        // client first.
        let context = Unmanaged.passUnretained(arrivals).toOpaque()
        guard let client = mosquitto_new(options.clientId, cleanStart, context) else {
            throw MQTTFailure("mosquitto_new", reason: String(cString: strerror(errno)))
        }
        self.client = client
        installCallbacks(client)
        if options.tls != nil { installErrorLog(client) }
        try configure(will)
    }

    deinit { mosquitto_destroy(client) }

    /// The socket to poll; nil where there is none.
    package var socket: Int32? {
        let socket = mosquitto_socket(client)
        return socket >= 0 ? socket : nil
    }

    /// Whether packets wait for the socket to take them.
    package var wantsToWrite: Bool { mosquitto_want_write(client) || wire?.hasOutput ?? false }

    /// Reads what has arrived into `arrivals`, up to a number of messages, the broker's greeting or the first
    /// request; gives whether more may be waiting.
    ///
    /// Where the library reads its socket itself it reads as many packets a call as messages of ours are on
    /// their way, which may be more than are asked for. With TLS it may hold packets that poll can't see: it
    /// is asked until it says that it would have to wait. Its errno can say so by mistake after a message,
    /// but not without one.
    package func read(upTo limit: Int) throws(MQTTFailure) -> Bool {
        let known = arrivals.messageCount
        let wasGreeted = arrivals.connAck != nil
        defer { if arrivals.messageCount > known { stopWhereBypassed() } }
        // Answers that come meanwhile, to pings too, are not to wait until all that was set aside is read.
        if readsBehind { _ = try readBehind() }
        var silent = 0
        while arrivals.messageCount < limit, arrivals.byteCount < Self.mostBytes, !arrivals.hasRequest,
            wasGreeted || arrivals.connAck == nil
        {
            try readAside(upTo: limit)
            guard !readsBehind else { break }
            try readHeld(upTo: limit)
            guard arrivals.messageCount < limit else { break }
            let before = arrivals.messageCount + arrivals.acknowledgements.count
            let mustWait = try readPacket()
            let isSilent = arrivals.messageCount + arrivals.acknowledgements.count == before
            silent = isSilent ? silent + 1 : 0
            if isSilent, mustWait { return false }
            if silent > Self.silentPackets { return true }
        }
        return true
    }

    /// Reads up to the broker's greeting, and nothing behind it: what the broker has kept for the session
    /// stays without an acknowledgement.
    package func readGreeting() throws(MQTTFailure) {
        for _ in 0..<Self.silentPackets where arrivals.connAck == nil {
            if try readPacket() { return }
        }
    }

    /// Has the library read a packet; gives whether it would have to wait for the next one.
    private func readPacket() throws(MQTTFailure) -> Bool {
        errno = 0
        let (status, mustWait) = library { (mosquitto_loop_read(client, 1), errno == EAGAIN) }
        try check(read: status)
        return mustWait
    }

    func check(read status: Int32) throws(MQTTFailure) {
        if let disconnectReason = arrivals.disconnectReason { throw .ended(disconnectReason) }
        try check(status, "reading from the broker")
    }

    /// Bytes of messages in one batch from which on no more is read.
    static let mostBytes = 1 << 22

    /// Packets in a row that bring nothing for us (SUBACK, PINGRESP) before the loop has its turn again.
    private static let silentPackets = 16

    /// Lets the queued packets leave, PUBACKs among them.
    package func write() throws(MQTTFailure) {
        errno = 0
        try check(library { mosquitto_loop_write(client, 1) }, "writing to the broker")
        try flush()
    }

    func check(_ status: Int32, _ call: @autoclosure () -> String) throws(MQTTFailure) {
        try MQTTFailure.check(status, call())
    }
}
