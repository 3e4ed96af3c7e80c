import CLibrary
import Foundation
import Testing

@testable import geofence_agent

/// How the end of a program is seen.
@Suite struct ProcessEndTests {
    private static func start(_ line: String, _ output: Any = FileHandle.nullDevice) throws -> Process {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/bin/bash")
        process.arguments = ["-c", line]
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        try process.runWithAllSignals()
        return process
    }

    /// Waits until a program has ended, a minute at most.
    private static func end(of process: Process) -> Int32? {
        let deadline = Clock.uptime + 60_000
        while process.exitCode == nil, Clock.uptime < deadline { usleep(1000) }
        return process.exitCode
    }

    @Test(arguments: [("exit 0", 0), ("exit 74", 74), ("kill -TERM $$", -SIGTERM)])
    func `an exit code is given, and the signal that ended a program`(line: String, code: Int32) throws {
        #expect(try Self.end(of: Self.start(line)) == code)
        #expect(try Self.start(line).awaitEnd() == code)
    }

    @Test func `a program that goes on has no exit code`() throws {
        let process = try Self.start("exec sleep 600")
        #expect(process.exitCode == nil)
        kill(process.processIdentifier, SIGKILL)
        #expect(process.awaitEnd() == -SIGKILL)
        #expect(Self.end(of: process) == -SIGKILL)
    }

    /// Foundation takes it for ended where it has closed what it inherited, and waits for it.
    @Test func `the end of a program is seen while Foundation waits for another`() throws {
        let output = Pipe()
        let other = try Self.start(
            """
            for file in /proc/$$/fd/*; do [ ${file##*/} -gt 2 ] && eval "exec ${file##*/}>&-"; done
            echo closed
            exec sleep 600
            """,
            output
        )
        defer {
            kill(other.processIdentifier, SIGKILL)
            other.awaitEnd()
        }
        #expect(output.fileHandleForReading.readData(ofLength: 7) == Data("closed\n".utf8))
        #expect(try Self.end(of: Self.start("exit 3")) == 3)
        #expect(other.exitCode == nil)
    }
}
