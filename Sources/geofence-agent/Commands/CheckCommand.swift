import ArgumentParser

/// `geofence-agent check`: validates a configuration file and says what it comes to.
struct CheckCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "check",
        abstract: "Checks a configuration file and sums it up.",
        discussion: """
            Exits 0, or 78 with every error on standard error.

            With --connect it also tries the brokers: what they are, whether they answer, let this user read the topics of the sources, and write the agent's own, and whether they keep the order of positions when a connection is lost. It has a client id of its own, so an agent may run meanwhile. It publishes messages that mean nothing to topics such as geofence/status/geofence-agent-check. Exits 69 where something is refused.

            With --json it prints a list of what is found, and nothing else: objects with file, severity (error or warning) and message, and where it is known with line and column, from 1 on, and path.

            mosquitto grants subscriptions that its access list forbids, and then sends nothing: of these --connect can't know.
            """
    )

    @Option(help: ArgumentHelp("The configuration file; - is standard input.", valueName: "file"))
    var config = AgentAddress.usualFile

    @Flag(help: "Try the brokers and the access list, too.")
    var connect = false

    @Flag(help: "Print what is found as JSON, for editors and pipelines, and no summary.")
    var json = false

    func run() throws {
        if json { return try runAsJSON() }
        guard let configuration = Configuration.loadOrReport(config) else {
            throw ExitStatus.configuration.exitCode
        }
        try StandardOutput.print(ConfigurationSummary(configuration, file: config))
        guard connect else { return }
        var check = ConnectionCheck(configuration)
        check.run()
        try StandardOutput.print(check)
        if check.hasProblems { throw ExitStatus.noBroker.exitCode }
    }

    private func runAsJSON() throws {
        let (configuration, problems) = Configuration.loadWithFindings(config)
        var findings = problems
        if connect, let configuration {
            var check = ConnectionCheck(configuration)
            check.run()
            findings += check.problems.map { CheckFinding($0, in: config) }
        }
        try StandardOutput.print(CheckFinding.text(findings))
        guard configuration != nil else { throw ExitStatus.configuration.exitCode }
        if findings.contains(where: { $0.severity == .error }) { throw ExitStatus.noBroker.exitCode }
    }
}
