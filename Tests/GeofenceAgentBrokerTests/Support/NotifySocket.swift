import CLibrary
import Foundation
import Testing

@testable import geofence_agent

/// The socket of a service manager that a test is itself.
final class NotifySocket {
    /// What `NOTIFY_SOCKET` says of it.
    let name: String
    private let descriptor: Int32

    /// Makes one in the file system, or, with a name that begins with `@`, in the abstract name space.
    init(_ name: String) throws {
        self.name = name
        descriptor = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue), 0)
        var (address, length) = try #require(DatagramSocket.address(name))
        let status = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { bind(descriptor, $0, length) }
        }
        try #require(status == 0)
    }

    deinit {
        close(descriptor)
        if !name.hasPrefix("@") { unlink(name) }
    }

    /// A name that no other test has.
    static var freeName: String { "geofence-notify-\(UUID().uuidString)" }

    /// The next datagram; nil where none comes within some milliseconds.
    func next(within timeout: Int32 = 20_000) -> String? {
        var descriptors = [pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)]
        guard poll(&descriptors, 1, timeout) == 1 else { return nil }
        var bytes = [UInt8](repeating: 0, count: 4096)
        let count = recv(descriptor, &bytes, bytes.count, 0)
        return count < 0 ? nil : String(decoding: bytes.prefix(count), as: UTF8.self)
    }

    /// Goes through what comes until a datagram holds an assignment; gives that one.
    func next(with assignment: String) -> String? {
        while let datagram = next() {
            if datagram.split(separator: "\n").contains(Substring(assignment)) { return datagram }
        }
        return nil
    }
}
