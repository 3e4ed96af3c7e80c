import ArgumentParser

/// `geofence-agent history`: what the store holds of the past.
struct HistoryCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "history",
        abstract: "Shows, or imports, positions, events and visits of the past.",
        discussion:
            "The configuration must have \"history\" for the agent to keep one. A device that is called like a subcommand: history show import.",
        subcommands: [HistoryShowCommand.self, HistoryImportCommand.self],
        defaultSubcommand: HistoryShowCommand.self
    )
}

extension HistoryFormat: ExpressibleByArgument {}
