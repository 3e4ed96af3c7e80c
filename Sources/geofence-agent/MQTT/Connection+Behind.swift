import CLibrary
import CMosquitto
import CWire

/// Where there is no room for what messages bring about, answers behind them are read all the same: these
/// make room. A broker may have sent very many messages before them.
extension Connection {
    /// What came of it.
    package enum Behind {
        /// Nothing has come.
        case nothing
        /// Something has.
        case something
        /// So has this, and there may be more.
        case more
        /// It can't be read behind what comes next.
        case blocked
    }

    /// Packets that are read behind messages in one turn at most.
    private static let mostBehind = 10_000

    /// Sets messages aside, unacknowledged, and reads the answers behind them; `read` gives the messages
    /// later, in their order.
    ///
    /// Not with TLS, and not behind a request.
    package func readBehind() throws(MQTTFailure) -> Behind {
        guard options.tls == nil, backlog.hasRoom, wire?.isAtPacket == true else { return .blocked }
        readsBehind = true
        for count in 0..<Self.mostBehind {
            guard let packet = wire?.nextPacket() else {
                switch wire?.fillMore() {
                case WIRE_MORE: continue
                case WIRE_NOTHING: return count > 0 ? .something : .nothing
                // It is the library that meets the end.
                case WIRE_END: try readAnswer()
                // A packet that is longer than that.
                default: return count > 0 ? .something : .blocked
                }
                return .something
            }
            guard Self.isMessage(packet) else {
                try readAnswer()
                continue
            }
            guard backlog.hasRoom, let message = HeldMessage(packet, options.protocol), canHold(message)
            else {
                return count > 0 ? .something : .blocked
            }
            backlog.append(packet)
            wire?.drop(packet.count)
        }
        return .more
    }

    private static func isMessage(_ packet: UnsafeRawBufferPointer) -> Bool { packet[0] >> 4 == 3 }

    /// Has the library read the next packet, and none behind it.
    private func readAnswer() throws(MQTTFailure) {
        let status = wire?.withinOne { mosquitto_loop_read(client, 1) }
        if let status { try check(read: status) }
    }

    /// Reads messages that were set aside, up to a number of them.
    func readAside(upTo limit: Int) throws(MQTTFailure) {
        guard readsBehind else { return }
        while !backlog.isEmpty {
            guard arrivals.messageCount < limit, arrivals.byteCount < Self.mostBytes,
                try backlog.withFirst(options.protocol, keep)
            else { return }
        }
        readsBehind = false
    }
}
