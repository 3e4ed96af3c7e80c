import CLibrary
import Foundation
import Testing

@testable import geofence_agent

/// Output that can't be written, and files that are more than a name.
@Suite(.timeLimit(.minutes(15))) final class OutputTests {
    private let folder: URL

    init() throws {
        folder = FileManager.default.temporaryDirectory.appending(path: "output-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try write(
            #"""
            { "mqtt": { "host": "localhost" }, "sources": [ { "topic": "a/{device}" } ],
              "fences": [ { "id": "a", "latitude": 1, "longitude": 2, "radius": 3 } ] }
            """#,
            to: "agent.json"
        )
    }

    deinit { try? FileManager.default.removeItem(at: folder) }

    private func path(_ name: String) -> String { folder.appending(path: name).path }

    private func write(_ text: String, to name: String) throws {
        try text.write(toFile: path(name), atomically: false, encoding: .utf8)
    }

    /// Runs a command of a shell in the folder, in which `$agent` is the program; gives its exit code and
    /// what it says on standard error.
    private func shell(_ command: String) throws -> (code: Int32, errors: String) {
        let process = Process()
        let errors = Pipe()
        process.executableURL = URL(filePath: "/bin/bash")
        process.arguments = ["-c", "set -o pipefail; \(command)"]
        process.environment = ProcessInfo.processInfo.environment.merging(["agent": AgentProcess.program.path]
        ) {
            $1
        }
        process.currentDirectoryURL = folder
        process.standardError = errors
        process.standardOutput = FileHandle.nullDevice
        try process.runWithAllSignals()
        let told = String(decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        return (process.awaitEnd(), told)
    }

    @Test(arguments: [
        "check --config agent.json", "fences list --config agent.json", "fences export --config agent.json",
        "replay --config agent.json t.jsonl",
    ])
    func `a full disk ends a command with 74 and a word of it`(_ command: String) throws {
        try write(
            """
            {"device":"van","tst":1760000000,"lat":2,"lon":2}
            {"device":"van","tst":1760000060,"lat":1,"lon":2,"acc":1}

            """,
            to: "t.jsonl"
        )
        let told = try shell("$agent \(command) > /dev/full")
        #expect(told.code == 74)
        #expect(told.errors == "standard output: can't be written: No space left on device\n")
        #expect(try shell("$agent \(command) 2> /dev/full").code == 0)
    }

    @Test func `nobody who reads on is no failure, also where the signal for it is ignored`() throws {
        // More than a pipe holds.
        let rows = (0..<4000).map { "fence-\($0),1,2,3\n" }.joined()
        try write("id,latitude,longitude,radius\n" + rows, to: "many.csv")
        let told = try shell("trap '' PIPE; $agent fences import many.csv -o - | true")
        #expect(told.code == 0)
        #expect(!told.errors.contains("written"), "\(told.errors.suffix(200))")
    }

    @Test func `errors that nobody can be told don't end a command otherwise`() throws {
        try write(#"{"type":"Feature","geometry":null}"#, to: "bad.geojson")
        #expect(try shell("$agent fences import bad.geojson 2> /dev/full").code == 65)
    }

    private func export(_ name: String) throws -> (code: Int32, errors: String) {
        try shell("$agent fences export --config agent.json --format csv -o \(name)")
    }

    private static let csv = "id,name,latitude,longitude,radius\na,,1,2,3\n"

    private func text(_ name: String) throws -> String {
        try String(contentsOfFile: path(name), encoding: .utf8)
    }

    private func mode(_ name: String) -> mode_t {
        var status = stat()
        return lstat(path(name), &status) == 0 ? status.st_mode : 0
    }

    @Test func `a file that is replaced keeps its mode, and a link stays one`() throws {
        try write("old", to: "own.csv")
        chmod(path("own.csv"), 0o600)
        symlink("own.csv", path("link.csv"))
        #expect(try export("link.csv") == (0, ""))
        #expect(mode("own.csv") == S_IFREG | 0o600)
        #expect(mode("link.csv") & S_IFMT == S_IFLNK)
        #expect(try text("own.csv") == Self.csv)
        symlink("new.csv", path("other.csv"))
        #expect(try export("other.csv") == (0, ""))
        #expect(try text("new.csv") == Self.csv)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).count == 5)
    }

    @Test func `a pipe stays a pipe`() throws {
        mkfifo(path("pipe"), 0o600)
        #expect(
            try shell("cat pipe > copy & $agent fences export --config agent.json --format csv -o pipe; wait")
                .code == 0
        )
        #expect(try text("copy") == Self.csv)
        #expect(mode("pipe") & S_IFMT == S_IFIFO)
    }

    @Test(arguments: [("nowhere/x.csv", "No such file or directory"), (".", "Is a directory")])
    func `says where it can't write, and why`(_ name: String, _ reason: String) throws {
        let told = try export(name)
        #expect(told.code == 74)
        #expect(told.errors == "\(name): can't be written: \(reason)\n")
    }
}
