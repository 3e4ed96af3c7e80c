import CLibrary
import CMosquitto

extension Connection {
    /// Has the kernel acknowledge at once what it has received: a broker that waits for that before it sends
    /// more gets on at once.
    ///
    /// Linux alone can do it, over TCP: says whether it does.
    @discardableResult
    package func acknowledgeSegments() -> Bool {
        #if os(Linux)
        guard let socket, !options.address.isSocket else { return false }
        var on: Int32 = 1
        let size = socklen_t(MemoryLayout<Int32>.size)
        return setsockopt(socket, Int32(IPPROTO_TCP), TCP_QUICKACK, &on, size) == 0
        #else
        return false
        #endif
    }

    /// Has the kernel gather small packets until `isHeld` ends, so that many acknowledgements leave as one
    /// segment.
    ///
    /// Linux alone can do it.
    package func holdSegments(_ isHeld: Bool) {
        #if os(Linux)
        // What is read ahead is gathered already.
        guard let socket, wire?.isInEffect != true, !options.address.isSocket else { return }
        var value: Int32 = isHeld ? 1 : 0
        _ = setsockopt(socket, Int32(IPPROTO_TCP), TCP_CORK, &value, socklen_t(MemoryLayout<Int32>.size))
        #endif
    }

    /// Has `poll` report the socket only once so many bytes have come, or the connection has ended.
    package func wake(atBytes bytes: Int32) {
        guard let socket, bytes != lowWater else { return }
        lowWater = bytes
        var value = bytes
        _ = setsockopt(socket, SOL_SOCKET, SO_RCVLOWAT, &value, socklen_t(MemoryLayout<Int32>.size))
    }

    /// Waits some milliseconds at most until anything has come, or the connection has ended; `poll` reports
    /// the socket at its first byte from then on.
    package func waitForInput(atMost milliseconds: Int32) {
        guard let socket else { return }
        wake(atBytes: 1)
        var descriptor = pollfd(fd: socket, events: Int16(POLLIN), revents: 0)
        _ = poll(&descriptor, 1, milliseconds)
    }

    /// Finds out whether the attempt to connect has failed.
    ///
    /// With TLS the library doesn't, and its loop would turn on the spot until the attempt is given up.
    /// Without, it says no more than that the connection was lost.
    package func checkAttempt() throws(MQTTFailure) {
        guard let socket else { return }
        var descriptor = pollfd(fd: socket, events: 0, revents: 0)
        guard poll(&descriptor, 1, 0) > 0, Int32(descriptor.revents) & (POLLERR | POLLHUP) != 0 else {
            return
        }
        var (error, size) = (Int32(0), socklen_t(MemoryLayout<Int32>.size))
        _ = getsockopt(socket, SOL_SOCKET, SO_ERROR, &error, &size)
        // A broker that was there may have said why it hung up, which tells more.
        if ![ECONNREFUSED, EHOSTUNREACH, ENETUNREACH, ETIMEDOUT].contains(error) {
            _ = try read(upTo: 1)
        }
        let isCut = error == ECONNRESET || error == EPIPE
        throw MQTTFailure(
            "connecting",
            reason: Self.explanation(error),
            status: isCut ? MOSQ_ERR_CONN_LOST.rawValue.signed : 0
        )
    }

    private static func explanation(_ error: Int32) -> String {
        switch error {
        case 0: "nobody listens there, or it hung up; check mqtt.host and mqtt.port"
        case ECONNREFUSED:
            "connection refused: no broker listens there; start it, or check mqtt.host and mqtt.port"
        case EHOSTUNREACH, ENETUNREACH, ETIMEDOUT:
            "\(String(cString: strerror(error))); check mqtt.host and the network"
        default: String(cString: strerror(error))
        }
    }
}
