import CLibrary

/// The service manager that has started the agent, such as systemd; datagrams to it say how the agent is.
///
/// Source: sd_notify(3) and sd_watchdog_enabled(3): `NOTIFY_SOCKET` names a socket in the file system or,
/// after `@`, in the abstract name space; `WATCHDOG_USEC` is how long the manager waits for a sign of life,
/// of the process `WATCHDOG_PID` if that is set.
final class ServiceManager {
    /// Milliseconds after which it wants a sign of life, half of its patience; nil: it wants none.
    let signInterval: Int64?

    private let socket: Int32
    private var address: sockaddr_un
    private let length: socklen_t

    /// Takes what the manager has left in the environment; nil where there is none, or where it is out of
    /// reach.
    init?(_ environment: [String: String]) {
        guard let name = environment["NOTIFY_SOCKET"], let (address, length) = Self.address(name) else {
            return nil
        }
        socket = CLibrary.socket(AF_UNIX, SocketNumber.datagram, 0)
        (self.address, self.length) = (address, length)
        signInterval = Self.signInterval(environment)
        guard socket >= 0 else { return nil }
        _ = fcntl(socket, F_SETFD, FD_CLOEXEC)
    }

    deinit { close(socket) }

    /// Sends assignments such as `READY=1`, without waiting; gives whether the manager has them.
    ///
    /// A manager that doesn't take them is none to wait for.
    @discardableResult
    func notify(_ assignments: [String]) -> Bool {
        let bytes = Array(assignments.joined(separator: "\n").utf8)
        let sent = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                sendto(
                    socket,
                    bytes,
                    bytes.count,
                    SocketNumber.sendAtOnce,
                    address,
                    length
                )
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

    private static func signInterval(_ environment: [String: String]) -> Int64? {
        guard let microseconds = environment["WATCHDOG_USEC"].flatMap(Int64.init), microseconds > 0 else {
            return nil
        }
        if let process = environment["WATCHDOG_PID"], process != "\(getpid())" { return nil }
        return max(1, microseconds / 2000)
    }
}
