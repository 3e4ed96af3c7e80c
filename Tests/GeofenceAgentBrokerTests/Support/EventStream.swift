import Foundation

@testable import geofence_agent

/// A stream of server-sent events from this machine.
struct EventStream {
    /// One message.
    struct Message: Hashable {
        var name = "", data = "", id = ""
    }

    private let connection: HTTPAnswer.Connection
    private(set) var head = ""
    private var rest = ""

    init(port: Int, _ headers: String = "", path: String = "/api/stream") {
        connection = HTTPAnswer.Connection(port: port)
        connection.send("GET \(path) HTTP/1.1\r\nHost: localhost\r\n\(headers)\r\n")
        while !rest.contains("\r\n\r\n"), let part = connection.some(within: 20_000) { rest += part }
        let parts = rest.split(separator: "\r\n\r\n", maxSplits: 1)
        head = parts.first.map(String.init) ?? ""
        rest = parts.count > 1 ? String(parts[1]) : ""
    }

    func close() { connection.shut() }

    /// The next message of a name; others before it are passed over.
    mutating func next(_ name: String) -> Message? { next([name]) }

    /// The next message of one of some names that has a text in its data; nil where none comes in a minute.
    mutating func next(_ names: Set<String>, containing part: String = "") -> Message? {
        let deadline = Clock.uptime + 60_000
        while Clock.uptime < deadline {
            while let end = rest.range(of: "\n\n") {
                let message = Self.message(rest[..<end.lowerBound])
                rest = String(rest[end.upperBound...])
                if names.contains(message.name), part.isEmpty || message.data.contains(part) {
                    return message
                }
                if message.name == "full" { return nil }
            }
            guard let part = connection.some(within: 20_000) else { return nil }
            rest += part
        }
        return nil
    }

    /// Lines of a message; those of chunks between say nothing.
    private static func message(_ text: some StringProtocol) -> Message {
        var message = Message()
        for line in text.split(whereSeparator: \.isNewline) {
            if line.hasPrefix("event: ") { message.name = String(line.dropFirst(7)) }
            if line.hasPrefix("data: ") { message.data = String(line.dropFirst(6)) }
            if line.hasPrefix("id: ") { message.id = String(line.dropFirst(4)) }
        }
        return message
    }
}
