import ArgumentParser

/// How a command finds the agent it asks.
struct ConnectionOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "The agent's configuration file, for the broker and the topics.",
            discussion:
                "Without it /etc/geofence-agent/config.json where there is one, else the broker on localhost, port 1883, and the topics geofence/….",
            valueName: "file"
        )
    )
    var config: String?

    /// Where the agent is.
    var address: AgentAddress { AgentAddress(config: config) }
}
