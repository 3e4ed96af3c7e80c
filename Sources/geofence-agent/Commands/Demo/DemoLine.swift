import Foundation

/// The demonstration's connection: reports go out, and whatever the agent publishes comes in.
final class DemoLine {
    /// A message that came in.
    struct Message {
        var topic: String
        var payload: [UInt8]
    }

    private let connection: Connection
    private var lastCare: Int64 = 0

    /// Begins to connect.
    init(port: Int) throws(MQTTFailure) {
        var settings = MQTTSettings(host: "127.0.0.1")
        settings.port = port
        settings.clientId = "geofence-demo"
        settings.sessionExpiry = 0
        connection = try Connection(settings, cleanStart: true)
        try connection.connect(settings)
    }

    /// Waits for messages, no longer than until a moment of the uptime clock, or until a descriptor is readable.
    func wait(until uptime: Int64, or descriptor: Int32) {
        let writes = connection.wantsToWrite ? POLLOUT : 0
        var descriptors = [
            pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0),
            pollfd(fd: connection.socket ?? -1, events: Int16(POLLIN | writes), revents: 0),
        ]
        _ = poll(&descriptors, 2, Int32(clamping: max(0, uptime - Clock.uptime)))
    }

    /// Takes what has come, and lets leave what waits.
    func turn() throws(MQTTFailure) -> [Message] {
        try care()
        _ = try connection.read(upTo: 256)
        let arrivals = connection.arrivals
        try greet()
        let messages = arrivals.messages.map { message in
            Message(
                topic: String(decoding: arrivals.bytes[message.topic], as: UTF8.self),
                payload: Array(arrivals.bytes[message.payload])
            )
        }
        arrivals.clearMessages()
        arrivals.acknowledgements.removeAll()
        try write()
        return messages
    }

    /// Subscribes where the broker has just let us in.
    private func greet() throws(MQTTFailure) {
        guard let greeting = connection.arrivals.greeting else { return }
        connection.arrivals.greeting = nil
        guard greeting.reason == 0 else {
            throw MQTTFailure("connecting", reason: "refused (reason \(greeting.reason))")
        }
        try connection.subscribe("geofence/#")
    }

    /// Queues a report.
    func send(_ message: DemoReport.Message) throws(MQTTFailure) {
        _ = try connection.publish(message.topic, Array(message.payload.utf8), retained: false)
    }

    /// Lets leave what waits.
    func write() throws(MQTTFailure) {
        if connection.socket != nil { try connection.write() }
    }

    private func care() throws(MQTTFailure) {
        if Clock.uptime - lastCare >= 1000 {
            lastCare = Clock.uptime
            try connection.misc()
        }
        try write()
    }
}
