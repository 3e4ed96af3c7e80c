import CLibrary
import CMosquitto
import CWire

/// The bytes between the library and its socket, as `CWire/wire.c` holds them.
///
/// Owned by its `Connection`. It never outlives the library's use of the socket: nothing is sent once the
/// library has closed that.
struct Wire: ~Copyable {
    /// The socket that it holds the bytes of.
    let socket: Int32
    private let bytes: OpaquePointer

    /// With TLS, which is not plain, it is not known where packets begin.
    init?(_ socket: Int32, isPlain: Bool = true) {
        guard let bytes = wire_new(socket, isPlain) else { return nil }
        (self.bytes, self.socket) = (bytes, socket)
    }

    deinit { wire_free(bytes) }

    /// Whether there are bytes that the library has yet to read.
    var hasInput: Bool { wire_has_input(bytes) }
    /// Whether there are bytes that the socket has yet to take.
    var hasOutput: Bool { wire_has_output(bytes) }
    /// Whether the library's calls have come through here.
    var isInEffect: Bool { wire_reads(bytes) > 0 }

    /// Bytes that have come from the socket.
    var received: UInt { wire_received(bytes) }

    /// Calls the library.
    @inline(__always)
    func within<Result>(_ call: () -> Result) -> Result {
        wire_enter(bytes)
        defer { wire_leave() }
        return call()
    }

    /// Calls the library, which may read one packet meanwhile.
    func withinOne<Result>(_ call: () -> Result) -> Result {
        wire_enter_for_one(bytes)
        defer { wire_leave() }
        return call()
    }

    /// Reads what the socket has, where nothing is held.
    func fill() { wire_fill(bytes) }

    /// Reads what the socket has behind what is held.
    func fillMore() -> wire_news { wire_fill_more(bytes) }

    /// Whether a packet begins with the next byte.
    var isAtPacket: Bool { wire_is_at_packet(bytes) }

    /// The next packet, of any kind, where it is all there.
    ///
    /// Its bytes are there until they are dropped, or more is read.
    func nextPacket() -> UnsafeRawBufferPointer? {
        var start: UnsafeRawPointer?
        let count = wire_packets(bytes, &start)
        let held = UnsafeRawBufferPointer(start: start, count: count)
        guard let (length, end) = HeldMessage.length(in: held, from: 1), end + length <= held.count
        else { return nil }
        return UnsafeRawBufferPointer(rebasing: held[..<(end + length)])
    }

    /// The next message, where it is all there; nil where the library is to read on.
    ///
    /// Its bytes are there until it is dropped, or the library reads.
    func nextMessage(_ version: MQTTProtocol) -> HeldMessage? {
        var start: UnsafeRawPointer?
        let count = wire_packets(bytes, &start)
        return HeldMessage(UnsafeRawBufferPointer(start: start, count: count), version)
    }

    /// Keeps a message from the library.
    func drop(_ message: HeldMessage) { drop(message.size) }

    /// Keeps a packet of so many bytes from the library.
    func drop(_ size: Int) { wire_drop(bytes, size) }

    /// Acknowledges a message behind what the library has written; says whether there was room.
    func acknowledge(_ packet: UInt16) -> Bool { wire_acknowledge(bytes, UInt32(packet)) }

    /// Pings the broker behind what the library has written; says whether there was room.
    func ping() -> Bool { wire_ping(bytes) }

    /// Has what the library writes leave at once.
    func passOutput() { wire_pass_output(bytes) }

    /// Sends what is held, as far as the socket takes it.
    ///
    /// - Throws: why the connection has ended.
    func flush() throws(MQTTFailure) {
        let failure = wire_flush(bytes)
        guard failure != 0 else { return }
        throw MQTTFailure(
            "writing to the broker",
            reason: String(cString: strerror(failure)),
            status: MOSQ_ERR_CONN_LOST.rawValue.signed
        )
    }
}

extension Connection {
    /// Reads ahead and gathers what is written from now on, where that works.
    ///
    /// For a connection that the broker has just greeted: until then the library has its socket for itself,
    /// and now it has read whole packets.
    package func readAhead() {
        guard options.readsAhead, wire == nil, let socket else { return }
        wire = Wire(socket, isPlain: options.tls == nil)
    }

    /// Whether bytes have been read that no message has been made of yet, which `poll` doesn't know of.
    ///
    /// While it is read behind messages, what is held is the beginning of a packet.
    package var hasInput: Bool { !readsBehind && wire?.hasInput ?? false }

    /// Whether reading ahead is in effect.
    package var readsAhead: Bool { wire?.isInEffect ?? false }

    /// Goes on without reading ahead where the library has read messages another way.
    func stopWhereBypassed() {
        guard wire?.isInEffect == false else { return }
        wire = nil
        isBypassed = true
    }

    /// Calls the library, whose reads and writes are ours meanwhile.
    @inline(__always)
    func library<Result>(_ call: () -> Result) -> Result {
        guard let result = wire?.within(call) else { return call() }
        return result
    }

    /// Sends what the library has written.
    func flush() throws(MQTTFailure) {
        guard let socket, wire?.socket == socket, wire?.hasOutput == true else { return }
        try wire?.flush()
    }
}
