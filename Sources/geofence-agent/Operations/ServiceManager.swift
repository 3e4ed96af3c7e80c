import CLibrary

/// The service manager that has started the agent, such as systemd; datagrams to it say how the agent is.
///
/// Source: sd_notify(3) and sd_watchdog_enabled(3): `NOTIFY_SOCKET` names a socket in the file system or,
/// after `@`, in the abstract name space; `WATCHDOG_USEC` is how long the manager waits for a sign of life,
/// of the process `WATCHDOG_PID` if that is set.
final class ServiceManager {
    /// Milliseconds after which it wants a sign of life, half of its patience; nil: it wants none.
    let signInterval: Int64?

    private let socket: DatagramSocket

    /// Takes what the manager has left in the environment; nil where there is none, or where it is out of
    /// reach.
    init?(_ environment: [String: String]) {
        guard let socket = environment["NOTIFY_SOCKET"].flatMap(DatagramSocket.init) else { return nil }
        self.socket = socket
        signInterval = Self.signInterval(environment)
    }

    /// Sends assignments such as `READY=1`, without waiting; gives whether the manager has them.
    ///
    /// A manager that doesn't take them is none to wait for.
    @discardableResult
    func notify(_ assignments: [String]) -> Bool {
        socket.send(Array(assignments.joined(separator: "\n").utf8))
    }

    private static func signInterval(_ environment: [String: String]) -> Int64? {
        guard let microseconds = environment["WATCHDOG_USEC"].flatMap(Int64.init), microseconds > 0 else {
            return nil
        }
        if let process = environment["WATCHDOG_PID"], process != "\(getpid())" { return nil }
        return max(1, microseconds / 2000)
    }
}
