import CLibrary
import Foundation

@testable import geofence_agent

/// The program under test, as a process of its own.
final class AgentProcess {
    private let process = Process()
    /// Where all agents of this folder write what they log.
    let log: URL

    /// The executable beside the one that runs the tests, or the one that `SIEGE_AGENT` names.
    static let program: URL = {
        if let path = ProcessInfo.processInfo.environment["SIEGE_AGENT"] { return URL(fileURLWithPath: path) }
        let own = (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? ""
        return URL(fileURLWithPath: own).deletingLastPathComponent().appendingPathComponent("geofence-agent")
    }()

    /// Starts it; `input` is a file for its standard input.
    init(_ arguments: [String], log: URL, environment: [String: String] = [:], input: URL? = nil) throws {
        self.log = log
        if !FileManager.default.fileExists(atPath: log.path) { try Data().write(to: log) }
        let output = try FileHandle(forWritingTo: log)
        try output.seekToEnd()
        process.executableURL = Self.program
        process.arguments = arguments
        process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
        process.standardOutput = output
        process.standardError = output
        process.standardInput = try input.map { try FileHandle(forReadingFrom: $0) } ?? .nullDevice
        try process.runWithAllSignals()
    }

    deinit { kill() }

    /// What all agents of this folder have logged.
    var text: String { (try? String(contentsOf: log, encoding: .utf8)) ?? "" }

    /// Whether the broker has said that another client has taken the session: mosquitto 2.0.21 does, and
    /// 2.0.11 doesn't.
    var isToldOfTakeover: Bool { text.contains("session taken over (reason 142); another client uses") }

    /// The path of the configuration that it was started with.
    var configuration: String { process.arguments?.last ?? "" }

    var isRunning: Bool { process.exitCode == nil }

    /// The number of the process.
    var id: Int32 { process.processIdentifier }

    /// Sends a signal.
    func send(_ signal: Int32) { CLibrary.kill(process.processIdentifier, signal) }

    /// Waits for the end and gives the exit code; minus the number of the signal where one ended it; nil
    /// where it goes on.
    func end(within seconds: Double = 60) -> Int32? {
        let deadline = Clock.uptime + Int64(seconds * 1000)
        while isRunning, Clock.uptime < deadline { usleep(1000) }
        return process.exitCode
    }

    /// Ends it as a service manager would; gives the exit code.
    @discardableResult
    func stop() -> Int32? {
        send(SIGTERM)
        return end()
    }

    /// Ends it on the spot.
    func kill() {
        guard process.processIdentifier > 0, isRunning else { return }
        send(SIGKILL)
        process.awaitEnd()
    }

    /// Runs a command to its end; gives exit code and output.
    static func run(
        _ arguments: [String],
        environment: [String: String] = [:]
    ) throws -> (code: Int32, output: String, errors: String) {
        try run(program, arguments, environment)
    }

    /// Runs a line of the shell to its end; gives exit code and output.
    static func shell(_ line: String) throws -> (code: Int32, output: String, errors: String) {
        try run(URL(fileURLWithPath: "/bin/bash"), ["-c", line], [:])
    }

    private static func run(
        _ program: URL,
        _ arguments: [String],
        _ environment: [String: String]
    ) throws -> (code: Int32, output: String, errors: String) {
        let process = Process()
        let (output, errors) = (Pipe(), Pipe())
        process.executableURL = program
        process.arguments = arguments
        process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
        process.standardOutput = output
        process.standardError = errors
        try process.runWithAllSignals()
        let told = output.fileHandleForReading.readDataToEndOfFile()
        let complained = errors.fileHandleForReading.readDataToEndOfFile()
        let code = process.awaitEnd()
        return (
            code, String(decoding: told, as: UTF8.self),
            String(decoding: complained, as: UTF8.self)
        )
    }
}
