import ArgumentParser

/// The command line: parses the arguments and hands over to a command.
@main
struct GeofenceAgent: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "geofence-agent",
        abstract: "Decides which MQTT devices are inside which geofences, and says so.",
        version: "0.1.0",
        subcommands: [CheckCommand.self]
    )
}
