import MQTT

extension BrokerAddress {
    /// Most brokers in `mqtt.hosts`.
    static let most = 16
}

extension ValueReader {
    /// Brokers in the order in which to try them.
    func brokers(port standard: Int) -> [BrokerAddress]? {
        guard let list = list() else { return nil }
        guard !list.isEmpty, list.count <= BrokerAddress.most else {
            return refuse("must name 1 to \(BrokerAddress.most) brokers, not \(list.count)")
        }
        return list.compactMap { $0.broker(port: standard) }
    }

    /// `socks5://host:port`, a proxy that leads to the broker.
    func proxy() -> BrokerAddress? {
        guard let text = line() else { return nil }
        let scheme = "socks5://"
        guard text.hasPrefix(scheme) else {
            return refuse("\"\(text)\" is no proxy; write one such as socks5://localhost:1080")
        }
        let name = text.dropFirst(scheme.count)
        guard !name.contains("@") else {
            return refuse("\"\(text)\" has a user; a proxy that asks for one can't be used")
        }
        let (host, port) = Self.parts(String(name.hasSuffix("/") ? name.dropLast() : name))
        let number = port.map { Int($0) ?? 0 } ?? 1080
        guard !host.isEmpty, (1...65535).contains(number) else {
            return refuse("\"\(text)\" is no proxy; behind the name comes a port from 1 to 65535")
        }
        return checkedHost(host).map { BrokerAddress(host: $0, port: number) }
    }

    /// `host`, `host:port`, or `[address]:port` for an address of IPv6.
    private func broker(port standard: Int) -> BrokerAddress? {
        guard let text = line() else { return nil }
        if isWebSocket(text) { return refuse(Self.webSocketHint(text)) }
        guard !text.contains("/"), !text.contains(where: \.isWhitespace) else {
            return refuse("\"\(text)\" is no broker; give its name, or name:port, without mqtt://")
        }
        let (host, port) = Self.parts(text)
        guard let port else { return checkedHost(host).map { BrokerAddress(host: $0, port: standard) } }
        guard !host.isEmpty, let number = Int(port), (1...65535).contains(number) else {
            return refuse("\"\(text)\" is no broker; behind the name comes a port from 1 to 65535")
        }
        return checkedHost(host).map { BrokerAddress(host: $0, port: number) }
    }

    /// The name, and what stands behind its colon.
    private static func parts(_ text: String) -> (host: String, port: String?) {
        if text.hasPrefix("["), let end = text.firstIndex(of: "]") {
            let host = String(text[text.index(after: text.startIndex)..<end])
            let rest = text[text.index(after: end)...]
            return (host, rest.isEmpty ? nil : rest.hasPrefix(":") ? String(rest.dropFirst()) : "")
        }
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        // More than one colon is an address of IPv6 without a port.
        return parts.count == 2 ? (String(parts[0]), String(parts[1])) : (text, nil)
    }
}
