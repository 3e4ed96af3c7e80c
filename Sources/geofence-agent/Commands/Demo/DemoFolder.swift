import Foundation

/// A temporary folder of our own, which goes with the object.
final class DemoFolder {
    let url: URL

    /// Makes it, for nobody else to read.
    init() throws(DemoFailure) {
        let name = "geofence-demo-\(UUID().uuidString)"
        url = FileManager.default.temporaryDirectory.appendingPathComponent(name)
        do {
            // It fails where something of that name is there.
            try FileManager.default.createDirectory(
                at: url,
                withIntermediateDirectories: false,
                attributes: [.posixPermissions: 0o700]
            )
        } catch {
            throw .system("no temporary folder \(url.path): \(error)")
        }
    }

    deinit { try? FileManager.default.removeItem(at: url) }

    /// A file in it.
    func file(_ name: String) -> URL { url.appendingPathComponent(name) }

    /// Writes a file in it; one that is secret for nobody else to read.
    func write(_ text: String, to name: String, isSecret: Bool = false) throws(DemoFailure) {
        do {
            try Data(text.utf8).write(to: file(name))
            if isSecret {
                try FileManager.default.setAttributes(
                    [.posixPermissions: 0o600],
                    ofItemAtPath: file(name).path
                )
            }
        } catch {
            throw .system("writing \(file(name).path): \(error)")
        }
    }

    /// What a file in it holds; empty where there is none.
    func text(of name: String) -> String {
        (try? String(contentsOf: file(name), encoding: .utf8)) ?? ""
    }
}
