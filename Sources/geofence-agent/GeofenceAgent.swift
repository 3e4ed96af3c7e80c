import ArgumentParser

/// The command line: parses the arguments and hands over to a command.
@main
struct GeofenceAgent: ParsableCommand {
    /// As in CHANGELOG.md.
    static let version = "0.1.0"

    static let configuration = CommandConfiguration(
        commandName: "geofence-agent",
        abstract: "Decides which MQTT devices are inside which geofences, and says so.",
        version: version,
        subcommands: [RunCommand.self, CheckCommand.self, DemoCommand.self, ReplayCommand.self]
    )
}
