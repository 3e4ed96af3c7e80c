import CMosquitto

extension Connection {
    /// Reads messages before the library sees them, up to a number of them, as far as they are all there: for
    /// each it would do as much as all else costs.
    ///
    /// They are acknowledged as it would do that: in the order in which all have come, and nothing of it
    /// leaves before `write`. With TLS the bytes are not those of MQTT.
    func readHeld(upTo limit: Int) throws(MQTTFailure) {
        guard wire != nil, options.tls == nil else { return }
        wire?.fill()
        while arrivals.messageCount < limit, arrivals.byteCount < Self.mostBytes,
            let message = wire?.nextMessage(options.protocol)
        {
            guard canHold(message) else { return }
            guard try keep(message) else {
                // The library has room of its own.
                arrivals.skipsNext = arrivals.isSkipped(message.topic)
                return
            }
            wire?.drop(message)
        }
    }

    /// Whether the library need not see a message.
    func canHold(_ message: HeldMessage) -> Bool {
        message.payload != nil && !arrivals.isRequest(message.topic)
    }

    /// Acknowledges a message that the library need not see, and hands it on; says whether there was room for
    /// the acknowledgement.
    func keep(_ message: HeldMessage) throws(MQTTFailure) -> Bool {
        let hasRoom = message.packet == 0 ? true : try acknowledge(message.packet)
        guard hasRoom else { return false }
        guard !arrivals.isSkipped(message.topic), let payload = message.payload else {
            arrivals.noteSkipped(packet: message.packet)
            return true
        }
        arrivals.append(message, payload: payload)
        return true
    }

    /// Acknowledges a message behind all that the library has to write; says whether there was room.
    private func acknowledge(_ packet: UInt16) throws(MQTTFailure) -> Bool {
        if mosquitto_want_write(client) {
            try check(library { mosquitto_loop_write(client, 1) }, "writing to the broker")
        }
        return !mosquitto_want_write(client) && wire?.acknowledge(packet) == true
    }
}
