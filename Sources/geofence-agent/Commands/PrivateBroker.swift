import CLibrary
import Foundation

/// A mosquitto of our own on a free loopback port: for the demonstration, and for tests.
final class PrivateBroker {
    /// Why there is none.
    enum Failure: Error, CustomStringConvertible {
        /// The program is not installed.
        case notInstalled
        /// It was started but didn't answer.
        case silent(log: String)
        /// No free port, no temporary folder, no process.
        case system(String)

        var description: String {
            switch self {
            case .notInstalled: "mosquitto is not installed; on Debian: apt-get install mosquitto"
            case .silent(let log): "mosquitto doesn't answer; it says:\n\(log)"
            case .system(let reason): reason
            }
        }
    }

    let port: Int
    let folder: URL
    private let settings: [String]
    private(set) var process: Process?

    /// Starts a broker.
    ///
    /// - Parameters:
    ///   - folder: where its files go; must exist.
    ///   - port: nil: a free one.
    ///   - settings: lines for its configuration besides listener, log and access.
    /// - Throws: `Failure`.
    init(in folder: URL, port: Int? = nil, settings: [String] = []) throws {
        self.folder = folder
        self.settings = settings
        self.port = try port ?? Self.freePort()
        try start()
    }

    deinit { kill() }

    /// A port that nobody has now.
    static func freePort() throws -> Int {
        let descriptor = socket(AF_INET, SocketNumber.stream, 0)
        defer { close(descriptor) }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(INADDR_LOOPBACK).bigEndian
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let status = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                bind(descriptor, address, size) == 0 ? getsockname(descriptor, address, &size) : -1
            }
        }
        guard status == 0 else { throw Failure.system("no free port: \(String(cString: strerror(errno)))") }
        return Int(UInt16(bigEndian: address.sin_port))
    }

    private static var program: String? {
        let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":").map(
            String.init
        )
        return (folders + ["/usr/sbin", "/usr/local/sbin", "/opt/homebrew/sbin"]).map { $0 + "/mosquitto" }
            .first { access($0, X_OK) == 0 }
    }

    /// Starts it, again after an end, and waits until it takes connections.
    func start() throws {
        guard let program = Self.program else { throw Failure.notInstalled }
        let configuration = folder.appendingPathComponent("mosquitto.conf")
        let lines =
            [
                "listener \(port) 127.0.0.1", "allow_anonymous true", "set_tcp_nodelay true",
                "log_dest file \(logFile.path)",
                // By default it drops what comes for a client that is a thousand messages behind.
                "max_queued_messages 10000000",
            ]
            + (geteuid() == 0 ? ["user root"] : []) + settings
        try Data((lines.joined(separator: "\n") + "\n").utf8).write(to: configuration)
        let process = Process()
        process.executableURL = URL(fileURLWithPath: program)
        process.arguments = ["-c", configuration.path]
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        try process.runWithAllSignals()
        self.process = process
        try awaitPort()
    }

    private func awaitPort() throws {
        for _ in 0..<500 where isRunning {
            if isReachable { return }
            usleep(10_000)
        }
        throw Failure.silent(log: self.log)
    }

    private var isReachable: Bool {
        let descriptor = socket(AF_INET, SocketNumber.stream, 0)
        defer { close(descriptor) }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = in_port_t(UInt16(port)).bigEndian
        address.sin_addr.s_addr = UInt32(INADDR_LOOPBACK).bigEndian
        return withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
            }
        }
    }

    private var logFile: URL { folder.appendingPathComponent("mosquitto.log") }

    /// What it has logged.
    var log: String { (try? String(contentsOf: logFile, encoding: .utf8)) ?? "nothing" }

    /// Whether it runs.
    var isRunning: Bool { process.map { $0.exitCode == nil } ?? false }

    /// Ends it as a service manager would, and waits for that; on the spot where it takes more than 10 s.
    func stop() {
        process?.terminate()
        for _ in 0..<1000 where isRunning { usleep(10_000) }
        kill()
        process = nil
    }

    /// Ends it on the spot.
    func kill() {
        guard let process, isRunning else { return }
        CLibrary.kill(process.processIdentifier, SIGKILL)
        process.awaitEnd()
        self.process = nil
    }
}
