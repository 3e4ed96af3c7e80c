import ArgumentParser

/// `geofence-agent fences list`: the fences of a configuration and of the files that it names.
struct FencesListCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "Lists the fences of a configuration and of its fenceFiles.",
        discussion: "Exits 0, or 78 with every error of the configuration on standard error."
    )

    @Option(help: ArgumentHelp("The configuration file.", valueName: "file"))
    var config: String

    @Flag(help: "A JSON list instead of a table.")
    var json = false

    func run() throws {
        guard let configuration = Configuration.loadOrTell(config) else {
            throw ExitStatus.configuration.exitCode
        }
        let list = FenceList(configuration, file: config)
        print(json ? list.json.text : list.lines.joined(separator: "\n"))
    }
}
