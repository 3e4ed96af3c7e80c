import ArgumentParser
import CLibrary
import Foundation

/// `geofence-agent restore`: puts a copy in the place of the store.
struct RestoreCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "restore",
        abstract: "Puts a copy in the place of the store, while the agent is stopped.",
        discussion: """
            The agent goes on from the moment of the copy. Positions that it has acknowledged since do not come again. Events may be sent again, under the same ids.

            Exits 64 where there is a store and --replace is not given, 74 where the copy is damaged or the disk fails, 75 where the agent runs, 78 where another version wrote the copy.
            """
    )

    @Argument(help: ArgumentHelp("The copy that `backup` has made.", valueName: "file"))
    var file: String

    @Option(help: ArgumentHelp("The agent's configuration file, which names the store.", valueName: "file"))
    var config = AgentAddress.usualFile

    @Flag(help: "Remove the store that is there.")
    var replace = false

    func run() throws {
        guard let configuration = Configuration.loadOrReport(config, files: []) else {
            throw ExitStatus.configuration.exitCode
        }
        let path = configuration.store.path
        do {
            try StoreFile.check(file)
            let lock = try StoreLock(besides: path)
            guard replace || access(path, F_OK) != 0 else {
                StandardError.print("\(path): there is a store; --replace removes it")
                throw ExitStatus.usage.exitCode
            }
            try put(StoreFile.target(of: file), at: StoreFile.target(of: path))
            withExtendedLifetime(lock) {}
        } catch let failure as StoreFailure {
            StandardError.print("\(failure)")
            throw ExitStatus(failure).exitCode
        }
        try StandardOutput.print("\(path): restored from \(file)")
    }

    /// The copy stays where it is, and as it is: neither path is a link.
    private func put(_ file: String, at path: String) throws(StoreFailure) {
        let new = path + StoreFile.newcomer
        let mask = umask(0o077)
        defer { umask(mask) }
        _ = unlink(new)
        do {
            try FileManager.default.copyItem(atPath: file, toPath: new)
        } catch {
            throw .disk(path: new, reason: error.localizedDescription)
        }
        try StoreFile.put(new, at: path)
    }
}
