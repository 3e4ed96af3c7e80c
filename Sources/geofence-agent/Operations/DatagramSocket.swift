import CLibrary

/// A Unix socket of datagrams that another program listens to: the service manager's, the journal's.
final class DatagramSocket: Sendable {
    private let descriptor: Int32
    private let address: sockaddr_un
    private let length: socklen_t

    /// Prepares for a socket in the file system or, after `@`, in the abstract name space; nil where the name
    /// is none.
    init?(_ name: String) {
        guard let (address, length) = Self.address(name) else { return nil }
        let descriptor = socket(AF_UNIX, SocketNumber.datagram, 0)
        guard descriptor >= 0 else { return nil }
        _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
        (self.descriptor, self.address, self.length) = (descriptor, address, length)
    }

    deinit { close(descriptor) }

    /// Sends a datagram without waiting; gives whether the other has it.
    func send(_ bytes: [UInt8]) -> Bool {
        let sent = withUnsafePointer(to: address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                sendto(descriptor, bytes, bytes.count, SocketNumber.sendAtOnce, address, length)
            }
        }
        return sent == bytes.count
    }

    /// A socket's address and its length, which counts for abstract names; nil where it is of another kind or
    /// too long.
    static func address(_ name: String) -> (sockaddr_un, socklen_t)? {
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        var bytes = Array(name.utf8)
        guard let first = bytes.first, bytes.count < MemoryLayout.size(ofValue: address.sun_path) else {
            return nil
        }
        switch first {
        case UInt8(ascii: "/"): bytes.append(0)
        case UInt8(ascii: "@"): bytes[0] = 0
        default: return nil
        }
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: bytes) }
        let start = MemoryLayout<sockaddr_un>.offset(of: \.sun_path) ?? MemoryLayout<sa_family_t>.size
        return (address, socklen_t(start + bytes.count))
    }
}
