import CLibrary
import CMosquitto

extension Connection {
    /// How long the broker has to read our last words.
    private static let closingPatience = Duration.milliseconds(500)

    /// Says that we go, so that the broker doesn't publish the will, and waits a moment until it has read
    /// that and all before it.
    ///
    /// A socket that is closed with something unread in it resets the connection. A broker then reads none of
    /// our last acknowledgements, sends those messages once more, and publishes the will. The library closes
    /// its socket right behind the DISCONNECT, so a second descriptor holds it open meanwhile.
    ///
    /// - Throws: why it could not be said.
    package func close() throws(MQTTFailure) {
        let end = ContinuousClock.now + Self.closingPatience
        let held = socket.map { dup($0) } ?? -1
        defer { if held >= 0 { CLibrary.close(held) } }
        // The library closes the socket, and all that is gathered has to be gone by then.
        wire?.passOutput()
        _ = library { mosquitto_disconnect(client) }
        try write()
        while wantsToWrite, socket != nil, held.isReady(POLLOUT, until: end) { try write() }
        guard held >= 0, socket == nil else { return }
        shutdown(held, Int32(SHUT_WR))
        var rest = [UInt8](repeating: 0, count: 65_536)
        while held.isReady(POLLIN, until: end), recv(held, &rest, rest.count, 0) > 0 {}
    }
}

extension Int32 {
    /// Waits until a descriptor has what is asked for, up to a moment.
    fileprivate func isReady(_ events: Int32, until end: ContinuousClock.Instant) -> Bool {
        var descriptor = pollfd(fd: self, events: Int16(events), revents: 0)
        let milliseconds = (end - .now) / .milliseconds(1)
        return milliseconds > 0 && poll(&descriptor, 1, Int32(milliseconds.rounded(.up))) > 0
    }
}
