import ArgumentParser

/// `geofence-agent fences`: what is done with fences, as files or at the running agent.
struct FencesCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "fences",
        abstract: "Lists, exports and imports fences, as files or, with --live, at the running agent.",
        subcommands: [FencesListCommand.self, FencesExportCommand.self, FencesImportCommand.self]
    )
}

extension ExportFormat: ExpressibleByArgument {}
extension FenceFileFormat: ExpressibleByArgument {}
extension AxisOrder: ExpressibleByArgument {}
