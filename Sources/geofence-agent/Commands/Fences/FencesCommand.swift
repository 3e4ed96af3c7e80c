import ArgumentParser

/// `geofence-agent fences`: what is done with fences as files, without a running agent.
struct FencesCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "fences",
        abstract: "Lists, exports and imports fences.",
        subcommands: [FencesListCommand.self, FencesExportCommand.self, FencesImportCommand.self]
    )
}

extension ExportFormat: ExpressibleByArgument {}
extension FenceFileFormat: ExpressibleByArgument {}
