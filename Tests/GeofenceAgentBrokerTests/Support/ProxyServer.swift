import CLibrary
import Synchronization

/// A SOCKS5 proxy for tests, which leads to a port of this machine whatever host is asked for.
final class ProxyServer: Sendable {
    let port: Int
    private let listener: Int32
    /// The hosts that were asked for.
    private let hosts = Mutex<[String]>([])

    init() {
        let listener = LoopbackListener()
        (self.listener, port) = (listener.descriptor, listener.port)
        spawn { $0.listen() }
    }

    deinit { close(listener) }

    var asked: [String] { hosts.withLock { $0 } }

    private func spawn(_ body: @escaping @Sendable (ProxyServer) -> Void) {
        let box = Unmanaged.passRetained(Job(server: self, body: body))
        var thread = pthread_t()
        let status = pthread_create(
            &thread,
            nil,
            { job in
                guard let job else { return nil }
                let own = Unmanaged<Job>.fromOpaque(job).takeRetainedValue()
                own.body(own.server)
                return nil
            },
            box.toOpaque()
        )
        if status == 0 { pthread_detach(thread) } else { box.release() }
    }

    private final class Job {
        let server: ProxyServer
        let body: @Sendable (ProxyServer) -> Void
        init(server: ProxyServer, body: @escaping @Sendable (ProxyServer) -> Void) {
            (self.server, self.body) = (server, body)
        }
    }

    private func listen() {
        while true {
            let client = accept(listener, nil, nil)
            guard client >= 0 else { return }
            spawn { $0.serve(client) }
        }
    }

    /// RFC 1928: no user, CONNECT to a name or an address of IPv4.
    private func serve(_ client: Int32) {
        defer { close(client) }
        guard let greeting = Self.read(client, 2), Self.read(client, Int(greeting[1])) != nil else { return }
        guard Self.write(client, [5, 0]), let head = Self.read(client, 4) else { return }
        var host = ""
        if head[3] == 3 {
            guard let length = Self.read(client, 1), let name = Self.read(client, Int(length[0])) else {
                return
            }
            host = String(decoding: name, as: UTF8.self)
        } else {
            guard let address = Self.read(client, 4) else { return }
            host = address.map { "\($0)" }.joined(separator: ".")
        }
        guard let port = Self.read(client, 2) else { return }
        hosts.withLock { $0.append(host) }
        let server = Self.connect(Int(port[0]) << 8 | Int(port[1]))
        guard server >= 0 else {
            _ = Self.write(client, [5, 5, 0, 1, 0, 0, 0, 0, 0, 0])
            return
        }
        defer { close(server) }
        guard Self.write(client, [5, 0, 0, 1, 127, 0, 0, 1, 0, 0]) else { return }
        Self.pump(client, server)
    }

    private static func connect(_ port: Int) -> Int32 {
        let server = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(INADDR_LOOPBACK).bigEndian
        address.sin_port = UInt16(port).bigEndian
        let status = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                Glibc.connect(server, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        guard status == 0 else {
            close(server)
            return -1
        }
        return server
    }

    private static func pump(_ one: Int32, _ other: Int32) {
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while true {
            var descriptors = [one, other].map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
            guard poll(&descriptors, 2, -1) > 0 else { return }
            for (from, to) in [(0, other), (1, one)] where descriptors[from].revents != 0 {
                let count = Glibc.read(descriptors[from].fd, &buffer, buffer.count)
                guard count > 0, write(to, Array(buffer[..<count])) else { return }
            }
        }
    }

    private static func read(_ descriptor: Int32, _ count: Int) -> [UInt8]? {
        var (bytes, filled) = ([UInt8](repeating: 0, count: count), 0)
        while filled < count {
            let more = bytes[filled...].withUnsafeMutableBytes {
                Glibc.read(descriptor, $0.baseAddress, $0.count)
            }
            guard more > 0 else { return nil }
            filled += more
        }
        return bytes
    }

    private static func write(_ descriptor: Int32, _ bytes: [UInt8]) -> Bool {
        var sent = 0
        while sent < bytes.count {
            let more = bytes[sent...].withUnsafeBytes {
                send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
            }
            guard more > 0 else { return false }
            sent += more
        }
        return true
    }
}
