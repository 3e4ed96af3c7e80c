import ArgumentParser

/// `geofence-agent status`: who is where, from the running agent.
struct StatusCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "status",
        abstract: "Asks the running agent where devices are and what they are inside.",
        discussion: """
            Without a device: all of them, with the fences that each is inside. With one: its status for each fence.

            Exits 69 where no broker or no agent answers, 65 for a device that nothing has been heard of.
            """
    )

    @Argument(help: ArgumentHelp("The device to tell of.", valueName: "device"))
    var device: String?

    @Flag(help: "Print the answer as JSON.")
    var json = false

    @OptionGroup var zone: TimeZoneOption

    @OptionGroup var connection: ConnectionOptions

    func run() throws {
        let lines = try connection.address.withAgent { agent throws(AgentClient.Failure) in
            if let device { return try one(device, agent) }
            return try all(agent)
        }
        for line in lines { try StandardOutput.print(line) }
    }

    private var table: StatusTable { StatusTable(zone.face, at: Clock.now) }

    private func one(_ device: String, _ agent: AgentClient) throws(AgentClient.Failure) -> [String] {
        let data = try agent.ask("device/status") { $0.member("device", device) }
        guard !json else { return [StatusTable.json(data)] }
        return table.fences(of: data)
    }

    private func all(_ agent: AgentClient) throws(AgentClient.Failure) -> [String] {
        let devices = try agent.list("device/list", "devices", by: "device")
        return json ? devices.map(StatusTable.json) : table.devices(devices)
    }
}
