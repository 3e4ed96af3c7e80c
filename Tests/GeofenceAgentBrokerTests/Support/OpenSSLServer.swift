import CLibrary
import Foundation

@testable import geofence_agent

/// `openssl s_server` on a free loopback port: a TLS server that can be told what not to speak.
final class OpenSSLServer {
    let port: Int
    private let process = Process()
    private let output = Pipe()

    init(_ arguments: [String]) throws {
        port = SilentServer(.refuses).port
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = ["openssl", "s_server", "-www", "-accept", "127.0.0.1:\(port)"] + arguments
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        try process.runWithAllSignals()
        // It says ACCEPT once it listens.
        var told = Data()
        while told.range(of: Data("ACCEPT".utf8)) == nil {
            let part = output.fileHandleForReading.availableData
            guard !part.isEmpty else { break }
            told += part
        }
    }

    deinit {
        guard process.processIdentifier > 0 else { return }
        kill(process.processIdentifier, SIGKILL)
        process.awaitEnd()
    }
}
