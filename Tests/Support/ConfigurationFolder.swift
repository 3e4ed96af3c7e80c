import Foundation

@testable import geofence_agent

/// A folder of its own for the files of one test; it goes with the value's owner.
final class ConfigurationFolder {
    /// The folder, with a slash at the end.
    let path: String

    init() throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
            "configuration-\(UUID().uuidString)"
        )
        path = folder.path + "/"
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    /// Writes a file that nobody else may read.
    func write(_ name: String, _ bytes: some Sequence<UInt8>, permissions: Int = 0o600) {
        _ = FileManager.default.createFile(
            atPath: path + name,
            contents: Data(bytes),
            attributes: [.posixPermissions: permissions]
        )
    }

    /// Makes the folder that a file is to lie in.
    func makeFolder(of name: String) throws {
        let folder = (path + name as NSString).deletingLastPathComponent
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    }

    /// Loads a text as `agent.json`.
    func load(
        _ text: String,
        environment: [String: String] = [:]
    ) throws(ConfigurationErrors) -> Configuration {
        write("agent.json", text.utf8)
        return try Configuration.load(path: path + "agent.json", environment: environment)
    }

    /// The lines that loading a text ends with, without the folder; empty where it is valid.
    func errors(_ text: String, environment: [String: String] = [:]) -> [String] {
        do {
            _ = try load(text, environment: environment)
            return []
        } catch {
            return error.problems.map { relative("\($0)") }
        }
    }

    /// Lines without file, line and column, which other tests pin.
    static func withoutPlaces(_ lines: [String]) -> [String] {
        lines.map { $0.replacing(#/^agent\.json:[0-9]+:[0-9]+: /#, with: "") }
    }

    /// A text without the folder.
    func relative(_ text: String) -> String {
        text.replacingOccurrences(of: path, with: "")
    }
}
