import ArgumentParser
import CLibrary
import Foundation

/// `geofence-agent backup`: a copy of the store, while the agent runs or not.
struct BackupCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "backup",
        abstract: "Copies the store, while the agent runs.",
        discussion: """
            A running agent makes the copy itself, a little at a time, beside its store; it is asked by a signal, so this command must run on the same machine, as the same user or as root. The copy is looked through before it gets its name.

            The file holds positions: it is for its owner's eyes only. Devices that are forgotten later are still in it.

            Exits 64 where the file is there already, 74 where the disk fails, 75 where the agent makes no copy.
            """
    )

    @Argument(help: ArgumentHelp("The file to write.", valueName: "file"))
    var file: String

    @Option(help: ArgumentHelp("The agent's configuration file, which names the store.", valueName: "file"))
    var config = AgentAddress.usualFile

    func run() throws {
        guard let configuration = Configuration.loadOrReport(config, files: []) else {
            throw ExitStatus.configuration.exitCode
        }
        guard access(file, F_OK) != 0 else {
            StandardError.print("\(file): there is such a file already; name another, or remove it")
            throw ExitStatus.usage.exitCode
        }
        do throws(StoreFailure) {
            let copy = try BackupSource(store: configuration.store).copy()
            try StoreFile.check(copy)
            try move(copy)
        } catch {
            StandardError.print("\(error)")
            throw ExitStatus(error).exitCode
        }
        let size = (try? FileManager.default.attributesOfItem(atPath: file)[.size] as? Int) ?? 0
        try StandardOutput.print("\(file): \(size) bytes")
    }

    /// Also onto another disk.
    private func move(_ copy: String) throws(StoreFailure) {
        let mask = umask(0o077)
        defer { umask(mask) }
        do {
            try FileManager.default.moveItem(atPath: copy, toPath: file)
        } catch {
            throw .disk(path: file, reason: "\(error.localizedDescription); the copy is in \(copy)")
        }
        try StoreFile.sync(file)
    }
}
