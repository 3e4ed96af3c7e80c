import CLibrary
import Foundation
import Synchronization

/// Passes connections on to another port of this machine, can cut them, and has weather.
final class Forwarder: Sendable {
    let port: Int
    private let target: Int
    private let server: Int32
    private let open = Mutex<Set<Int32>>([])
    private let current = Mutex(NetworkWeather())

    init(to target: Int) {
        self.target = target
        let server = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var address = Self.address(0)
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        _ = Self.with(&address) { bind(server, $0, size) }
        _ = Self.with(&address) { getsockname(server, $0, &size) }
        listen(server, 16)
        self.server = server
        port = Int(UInt16(bigEndian: address.sin_port))
        Thread.detachNewThread { [self] in acceptAll() }
    }

    /// Ends all connections at once, wherever in a packet they are.
    func cut() {
        open.withLock { open in for descriptor in open { shutdown(descriptor, Int32(SHUT_RDWR)) } }
    }

    /// What becomes of the bytes from now on.
    var weather: NetworkWeather {
        get { current.withLock { $0 } }
        set { current.withLock { $0 = newValue } }
    }

    /// Takes no more connections.
    func close() {
        shutdown(server, Int32(SHUT_RDWR))
        cut()
    }

    private func acceptAll() {
        while true {
            let near = accept(server, nil, nil)
            guard near >= 0 else { return }
            let far = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
            var address = Self.address(target)
            let size = socklen_t(MemoryLayout<sockaddr_in>.size)
            guard Self.with(&address, { connect(far, $0, size) }) == 0 else {
                CLibrary.close(near)
                CLibrary.close(far)
                continue
            }
            open.withLock { $0.formUnion([near, far]) }
            Thread.detachNewThread { [self] in pass(near, far) }
        }
    }

    /// Copies both ways until one side ends, or the weather ends it.
    private func pass(_ near: Int32, _ far: Int32) {
        var descriptors = [near, far].map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
        var buffer = [UInt8](repeating: 0, count: 65536)
        var stream = WeatheredStream(weather)
        copying: while poll(&descriptors, 2, 50) >= 0 {
            for (index, other) in [(0, far), (1, near)] where descriptors[index].revents != 0 {
                let count = read(descriptors[index].fd, &buffer, buffer.count)
                guard count > 0 else { break copying }
                let parts = current.withLock { stream.parts(of: buffer[..<count], isUp: index == 0, &$0) }
                for part in parts {
                    usleep(part.delay)
                    guard Self.write(part.bytes, to: other) else { break copying }
                }
            }
            if stream.isOver(current.withLock { $0 }) { break }
        }
        open.withLock { open in
            for descriptor in [near, far] {
                open.remove(descriptor)
                CLibrary.close(descriptor)
            }
        }
    }

    private static func write(_ bytes: ArraySlice<UInt8>, to descriptor: Int32) -> Bool {
        var rest = bytes
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes {
                send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
            }
            guard count > 0 else { return false }
            rest = rest.dropFirst(count)
        }
        return true
    }

    private static func address(_ port: Int) -> sockaddr_in {
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = in_port_t(UInt16(port)).bigEndian
        address.sin_addr.s_addr = UInt32(INADDR_LOOPBACK).bigEndian
        return address
    }

    private static func with(_ address: inout sockaddr_in, _ body: (UnsafeMutablePointer<sockaddr>) -> Int32)
        -> Int32
    {
        withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1, body)
        }
    }
}
