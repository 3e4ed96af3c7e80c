import CLibrary
import Dispatch
import Synchronization

/// A small HTTP server on a free loopback port: each request that is heard gets what `script` says.
final class WebServer: Sendable {
    /// What is done with a request.
    enum Act: Sendable {
        /// These bytes are said, and the connection stays.
        case say(String)
        /// These are said, and the connection ends.
        case sayAndEnd(String)
        /// These are said again and again, until the other end goes.
        case flood(String)
        /// Nothing is said.
        case hang
        /// The connection ends without a word.
        case end

        /// An answer in JSON.
        static func json(_ body: String, status: Int = 200) -> Act {
            .say(
                "HTTP/1.1 \(status) X\r\nContent-Type: application/json\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)"
            )
        }
    }

    let port: Int
    private let descriptor: Int32
    private let heard = Mutex<[String]>([])
    private let ended = Mutex(0)
    private let script: @Sendable (String, Int) -> Act

    /// `script` gets the request as it came, and how many came before.
    init(_ script: @escaping @Sendable (String, Int) -> Act) {
        let listener = LoopbackListener()
        (descriptor, port, self.script) = (listener.descriptor, listener.port, script)
        let server = listener.descriptor
        DispatchQueue(label: "web server").async { [weak self] in
            while case let client = accept(server, nil, nil), client >= 0 {
                DispatchQueue(label: "web connection").async { [weak self] in self?.serve(client) }
            }
            // Here, so that nobody waits on its number when another socket has it.
            close(server)
        }
    }

    deinit { shutdown(descriptor, Int32(SHUT_RDWR)) }

    /// The requests that came, with their bodies.
    var requests: [String] { heard.withLock { $0 } }

    /// How many connections have ended.
    var endedCount: Int { ended.withLock { $0 } }

    private func serve(_ client: Int32) {
        defer {
            close(client)
            ended.withLock { $0 += 1 }
        }
        while let request = Self.request(client) {
            let count = heard.withLock { heard in
                heard.append(request)
                return heard.count - 1
            }
            switch script(request, count) {
            case .say(let text): guard Self.say(text, client) else { return }
            case .sayAndEnd(let text):
                _ = Self.say(text, client)
                return
            case .flood(let text):
                while Self.say(text, client) {}
                return
            case .hang: continue
            case .end: return
            }
        }
    }

    private static func say(_ text: String, _ client: Int32) -> Bool {
        let bytes = Array(text.utf8)
        return send(client, bytes, bytes.count, Int32(MSG_NOSIGNAL)) == bytes.count
    }

    /// The next request of a connection; nil where the other end goes.
    private static func request(_ client: Int32) -> String? {
        var (text, part) = ("", [UInt8](repeating: 0, count: 65_536))
        while true {
            let count = recv(client, &part, part.count, 0)
            guard count > 0 else { return nil }
            text += String(decoding: part.prefix(count), as: UTF8.self)
            guard let end = text.range(ofText: "\r\n\r\n") else { continue }
            let wanted = text.lowercased().split(separator: "content-length: ").dropFirst().first
                .flatMap { Int($0.prefix { $0.isNumber }) }
            if text[end...].utf8.count >= wanted ?? 0 { return text }
        }
    }
}

extension String {
    /// Where the text behind a part of it begins.
    fileprivate func range(ofText part: String) -> String.Index? {
        ranges(of: part).first?.upperBound
    }
}
