import CLibrary

/// What a server on this machine says to one request.
struct HTTPAnswer: Hashable {
    /// 0 where nothing was said.
    var status = 0
    var headers: [String: String] = [:]
    var body = ""

    /// Asks and waits for the answer's end.
    init(port: Int, _ path: String, method: String = "GET") {
        let connection = Connection(port: port)
        connection.send("\(method) \(path) HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
        read(connection.end())
    }

    /// Asks the agent for something, as those may who have a token.
    init(port: Int, asking command: String, _ body: String, token: String) {
        self.init(
            port: port,
            raw: """
                POST /api/request/\(command) HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\
                Content-Type: application/json\r\nAuthorization: Bearer \(token)\r\n\
                Content-Length: \(body.utf8.count)\r\n\r\n\(body)
                """
        )
    }

    /// Sends a whole request as it is, and waits for the answer's end.
    init(port: Int, raw: String) {
        let connection = Connection(port: port)
        connection.send(raw)
        read(connection.end())
    }

    private mutating func read(_ text: String) {
        let parts = text.split(separator: "\r\n\r\n", maxSplits: 1, omittingEmptySubsequences: false)
        let lines = parts[0].split(separator: "\r\n")
        status = lines.first?.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0
        for line in lines.dropFirst() {
            let pair = line.split(separator: ": ", maxSplits: 1).map(String.init)
            if pair.count == 2 { headers[pair[0].lowercased()] = pair[1] }
        }
        body = parts.count > 1 ? String(parts[1]) : ""
    }
}

extension HTTPAnswer {
    /// A connection to a server on this machine, bytes as they are.
    final class Connection {
        private let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)

        init(port: Int) {
            var address = sockaddr_in()
            address.sin_family = sa_family_t(AF_INET)
            address.sin_port = in_port_t(UInt16(port)).bigEndian
            address.sin_addr.s_addr = UInt32(INADDR_LOOPBACK).bigEndian
            withUnsafePointer(to: &address) { pointer in
                _ = pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                    connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
                }
            }
        }

        deinit { close(descriptor) }

        func send(_ text: String) {
            let bytes = Array(text.utf8)
            _ = CLibrary.send(descriptor, bytes, bytes.count, Int32(MSG_NOSIGNAL))
        }

        /// What is said next; nil at the end, and after so many milliseconds.
        func some(within milliseconds: Int32) -> String? {
            var wanted = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
            guard poll(&wanted, 1, milliseconds) == 1 else { return nil }
            var part = [UInt8](repeating: 0, count: 65_536)
            let count = recv(descriptor, &part, part.count, 0)
            return count > 0 ? String(decoding: part.prefix(count), as: UTF8.self) : nil
        }

        /// Ends it from this side.
        func shut() { _ = shutdown(descriptor, Int32(SHUT_RDWR)) }

        /// What is said until the other ends the connection; empty where there is none.
        func end() -> String {
            var (all, part) = ([UInt8](), [UInt8](repeating: 0, count: 4096))
            while case let count = recv(descriptor, &part, part.count, 0), count > 0 {
                all += part.prefix(count)
            }
            return String(decoding: all, as: UTF8.self)
        }
    }
}
