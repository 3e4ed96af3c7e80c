import CLibrary

/// Where the agent answers HTTP: metrics, whether it is well, and the live map.
struct HTTPSettings: Hashable, Sendable {
    /// The address on which it listens; others than this machine's own let others ask too, and metrics have
    /// no password.
    var host = "127.0.0.1"
    /// The TCP port, 1 to 65535.
    var port = 9464
    /// Names under which the map may be asked for, beside this machine's own.
    var hosts: [String] = []
    /// Origins from which a page may ask for more than to see, beside the map's own.
    var origins: [String] = []
    /// What lets somebody see the map; nil: nothing is asked.
    var viewToken: Secret?
    /// What lets somebody change fences on the map.
    var editToken: Secret?
    /// The live map; nil: none.
    var map: MapSettings?

    /// The keys of `http`.
    enum Key: String, ConfigurationKey {
        case host, port, hosts, origins, viewTokenFile, editTokenFile, map
    }

    /// Everything as by default.
    init() {}

    /// Reads `http`.
    init(reading value: ValueReader) {
        guard let object = value.object(Key.self) else { return }
        host = object[.host]?.address() ?? host
        port = object[.port]?.integer(1...65535) ?? port
        hosts = object[.hosts]?.list()?.compactMap { $0.hostName() } ?? hosts
        origins = object[.origins]?.list()?.compactMap { $0.origin() } ?? origins
        viewToken = object[.viewTokenFile]?.secretFile { file throws(FileError) in try file.token() }?.content
        editToken = object[.editTokenFile]?.secretFile { file throws(FileError) in try file.token() }?.content
        map = object[.map]?.map()
        checkMap(object)
        checkEdit(object)
    }

    /// A map without a token is for this machine alone.
    private func checkMap(_ object: ObjectReader<Key>) {
        guard map != nil, object[.viewTokenFile] == nil else { return }
        let what = "everybody who gets there sees the map; name a file with a token in \"viewTokenFile\""
        if !isLoopback { (object[.host] ?? object[.map])?.report("is not this machine alone: \(what)") }
        if !hosts.isEmpty { object[.hosts]?.report("is for a proxy, which lets others in: \(what)") }
        if !origins.isEmpty { object[.origins]?.report("is for a proxy, which lets others in: \(what)") }
    }

    /// Whoever changes fences shows a token of their own.
    private func checkEdit(_ object: ObjectReader<Key>) {
        if map?.edit == true, object[.editTokenFile] == nil {
            object[.map]?.report(
                "has \"edit\", and whoever changes fences has to show a token: name a file with one in \"editTokenFile\""
            )
        }
        if let editToken, editToken == viewToken {
            object[.editTokenFile]?.report("has the token of viewTokenFile; who may look may change all then")
        }
    }

    /// Whether it listens for this machine alone.
    var isLoopback: Bool { host.hasPrefix("127.") || host == "::1" }

    /// Where a browser finds the live map: the origin of a proxy, or this machine's address; nil where there
    /// is no map, or it listens on all addresses and nothing says which others use.
    var mapURL: String? {
        guard map != nil else { return nil }
        if let origin = origins.first { return "\(origin)/" }
        return host == "0.0.0.0" || host == "::" ? nil : "http://\(authority)/"
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
