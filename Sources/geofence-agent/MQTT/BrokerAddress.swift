/// Where a broker listens.
package struct BrokerAddress: Hashable, Sendable, CustomStringConvertible {
    /// Its name or address, or the path of its Unix socket.
    package var host: String
    /// Its TCP port; 0 with a Unix socket, as libmosquitto has it.
    package var port: Int

    /// A broker's name or address, and its TCP port.
    package init(host: String, port: Int) { (self.host, self.port) = (host, port) }

    /// The Unix socket of a broker on this machine.
    package init(socket path: String) { self.init(host: path, port: 0) }

    /// Whether it is a Unix socket.
    package var isSocket: Bool { port == 0 }

    /// Most bytes of a Unix socket's path, after which Linux has a byte 0 (`sun_path`, unix(7)).
    package static let longestSocket = 107

    package var description: String {
        if isSocket { return host }
        return host.utf8.contains(UInt8(ascii: ":")) ? "[\(host)]:\(port)" : "\(host):\(port)"
    }
}
