import CLibrary
import CMosquitto

/// What is known of the broker's being there.
struct SignsOfLife {
    /// Bytes that had come when it was looked last.
    var received: UInt = 0
    /// When it was looked last with something new, or unread, in milliseconds of the uptime clock.
    var heard: Int64?
    /// When the broker was pinged by us, and not by the library.
    var pinged: Int64?
}

/// The library gives a connection up where its ping is not answered for `keepAlive` seconds. Messages may
/// stand before that answer, more of them than are worked off in that time: as long as something comes, the
/// library is not asked, and pings are ours.
extension Connection {
    /// Keeps the connection alive; to be called every second or so.
    ///
    /// - Throws: that the broker has said nothing for `keepAlive` seconds, and nothing to a ping for as long
    ///   again.
    package func keepAlive(at uptime: Int64) throws(MQTTFailure) {
        guard hears(at: uptime) else { return try misc() }
        guard signs.pinged.map({ uptime - $0 >= patience }) ?? true else { return }
        // What the library is still writing is a sign of life, too.
        guard !mosquitto_want_write(client), wire?.ping() == true else { return }
        signs.pinged = uptime
    }

    /// Has the library keep the connection alive.
    package func misc() throws(MQTTFailure) {
        try check(library { mosquitto_loop_misc(client) }, "keeping the connection")
    }

    /// Whether something has come within `keepAlive`, or is yet to be read; always false where the bytes are
    /// not ours.
    private func hears(at uptime: Int64) -> Bool {
        guard options.tls == nil, let received = wire?.received else { return false }
        if received != signs.received || hasUnread { (signs.received, signs.heard) = (received, uptime) }
        return signs.heard.map { uptime - $0 < patience } ?? false
    }

    /// Whether there is something that we have not got at yet: the answer to a ping may be in it.
    private var hasUnread: Bool {
        guard !hasInput, let socket else { return hasInput }
        var byte: UInt8 = 0
        return recv(socket, &byte, 1, Int32(MSG_PEEK) | Int32(MSG_DONTWAIT)) > 0
    }

    /// Milliseconds of silence until the connection is checked; the broker may have given its own.
    private var patience: Int64 { Int64(limits.keepAlive ?? options.keepAlive) * 1000 }
}
