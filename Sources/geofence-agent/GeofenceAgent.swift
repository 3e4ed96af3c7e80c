import ArgumentParser

/// The command line: parses the arguments and hands over to a command.
@main
struct GeofenceAgent: ParsableCommand {
    /// What `--version` says.
    static let version = AgentVersion.current

    static let configuration = CommandConfiguration(
        commandName: "geofence-agent",
        abstract: "Decides which MQTT devices are inside which geofences, and says so.",
        discussion: """
            Start with `geofence-agent demo`: it needs no configuration and no broker of yours. Then write a file, let \
            `check` look at it, and `run` it.

            Exits 0 when done, 64 for a wrong command line, 65 for bad data, 69 without a broker, 70 where the agent of \
            a demo ends, 74 where the disk fails, 75 where another agent has the store, 78 for a wrong configuration \
            or a store of another version.
            """,
        version: version,
        subcommands: [
            DemoCommand.self, RunCommand.self, CheckCommand.self, ReplayCommand.self, SimulateCommand.self,
            StatusCommand.self, RequestCommand.self, FencesCommand.self, HistoryCommand.self,
            ReportCommand.self, ExportCommand.self, ExplainCommand.self,
            BackupCommand.self, RestoreCommand.self, CopyCommand.self, MoveCommand.self,
        ]
    )

    /// Parses the arguments, and runs the command that they name.
    static func main() { main(TimeArguments.joined(CommandLine.arguments.dropFirst())) }
}
