import Glibc

/// Where the agent answers HTTP: metrics, and whether it is well.
struct HTTPSettings: Hashable, Sendable {
    /// The address on which it listens; others than this machine's own let others ask too, there is no
    /// password.
    var host = "127.0.0.1"
    /// The TCP port, 1 to 65535.
    var port = 9464

    /// The keys of `http`.
    enum Key: String, ConfigurationKey { case host, port }

    /// Everything as by default.
    init() {}

    /// Reads `http`.
    init(reading value: ValueReader) {
        guard let object = value.object(Key.self) else { return }
        host = object[.host]?.address() ?? host
        port = object[.port]?.integer(1...65535) ?? port
    }

    /// Host and port as in a URL.
    var authority: String { host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)" }
}

extension ValueReader {
    /// An address to listen on: IPv4 or IPv6, no name.
    fileprivate func address() -> String? {
        guard let text = text() else { return nil }
        var room = in6_addr()
        guard inet_pton(AF_INET, text, &room) == 1 || inet_pton(AF_INET6, text, &room) == 1 else {
            return refuse(
                "\"\(text)\" is no address; write \"127.0.0.1\" for this machine alone, \"0.0.0.0\" for all"
            )
        }
        return text
    }
}
