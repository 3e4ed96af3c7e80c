import ArgumentParser

/// `geofence-agent check`: validates a configuration file and says what it comes to.
struct CheckCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "check",
        abstract: "Checks a configuration file and sums it up.",
        discussion: "Exits 0, or 78 with every error on standard error."
    )

    @Option(help: ArgumentHelp("The configuration file.", valueName: "file"))
    var config: String

    func run() throws {
        guard let configuration = Configuration.loadOrReport(config) else {
            throw ExitStatus.configuration.exitCode
        }
        try StandardOutput.print(ConfigurationSummary(configuration, file: config))
    }
}
