import ArgumentParser
import GeofenceCore

/// Which fences a command is about: those of a configuration, or those of the running agent.
struct FenceSource: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "The configuration file; with --live for the broker and the topics alone.",
            discussion:
                "Without it /etc/geofence-agent/config.json; with --live, and where there is none, the broker on localhost, port 1883, and the topics geofence/….",
            valueName: "file"
        )
    )
    var config: String?

    @Flag(help: "The fences that are in force at the running agent, also those set by requests.")
    var live = false

    /// The fences of the running agent; nil where those of the configuration are meant.
    ///
    /// - Throws: exit status 69 where nobody answers, which has been reported by then.
    func liveFences() throws -> LiveFences? {
        guard live else { return nil }
        return try AgentAddress(config: config).withAgent { agent throws(AgentClient.Failure) in
            try agent.fences()
        }
    }

    /// The configuration.
    ///
    /// - Throws: exit status 78 where it has errors, which have been reported by then.
    func configuration() throws -> (Configuration, file: String) {
        let file = config ?? AgentAddress.usualFile
        guard let configuration = Configuration.loadOrReport(file, files: .fences) else {
            throw ExitStatus.configuration.exitCode
        }
        return (configuration, file)
    }
}
