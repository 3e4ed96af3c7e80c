import CLibrary
import CMosquitto

extension Connection {
    /// Says that we go, so that the broker doesn't publish the will, and waits a moment until it has read
    /// that and all before it.
    ///
    /// A socket that is closed with something unread in it resets the connection. A broker then reads none of
    /// our last acknowledgements, sends those messages once more, and publishes the will. The library closes
    /// its socket right behind the DISCONNECT, so a second descriptor holds it open meanwhile.
    ///
    /// - Parameter patience: how long the broker has to read our last words.
    /// - Throws: why it could not be said.
    package func close(within patience: Duration = .seconds(1)) throws(MQTTFailure) {
        let end = ContinuousClock.now + patience
        let held = socket.map { fcntl($0, F_DUPFD_CLOEXEC, 0) } ?? -1
        defer { if held >= 0 { CLibrary.close(held) } }
        // The library closes the socket, and all that is gathered has to be gone by then.
        wire?.passOutput()
        _ = library { mosquitto_disconnect(client) }
        try write()
        guard held >= 0 else { return }
        while wantsToWrite, socket != nil, Self.isReady(held, POLLOUT, until: end) { try write() }
        guard socket == nil else { throw MQTTFailure("saying goodbye", reason: "the broker reads nothing") }
        shutdown(held, Int32(SHUT_WR))
        var rest = [UInt8](repeating: 0, count: 65_536)
        while Self.isReady(held, POLLIN, until: end), Self.hasMore(held, &rest) {}
    }

    /// Reads what there is; says whether more may come.
    private static func hasMore(_ descriptor: Int32, _ room: inout [UInt8]) -> Bool {
        let count = recv(descriptor, &room, room.count, 0)
        return count > 0 || count < 0 && (errno == EAGAIN || errno == EINTR)
    }

    /// Waits until a descriptor has what is asked for, up to a moment.
    private static func isReady(
        _ descriptor: Int32,
        _ events: Int32,
        until end: ContinuousClock.Instant
    ) -> Bool {
        var descriptor = pollfd(fd: descriptor, events: Int16(events), revents: 0)
        var ready: Int32 = -1
        repeat {
            let milliseconds = (end - .now) / .milliseconds(1)
            guard milliseconds > 0 else { return false }
            ready = poll(&descriptor, 1, Int32(milliseconds.rounded(.up)))
        } while ready < 0 && errno == EINTR
        return ready > 0
    }
}
