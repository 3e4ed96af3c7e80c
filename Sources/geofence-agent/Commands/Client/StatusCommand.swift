import ArgumentParser

/// `geofence-agent status`: who is where, from the running agent.
struct StatusCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "status",
        abstract: "Asks the running agent where devices are and what they are inside.",
        discussion: """
            Without a device: all of them, with the fences that each is inside. With one: its status for each fence.

            With --watch it goes on: a terminal shows them as they are, a file or another program gets them again each time that they have changed.

            Exits 69 where no broker or no agent answers, 65 for a device that nothing has been heard of.
            """
    )

    @Argument(help: ArgumentHelp("The device to tell of.", valueName: "device"))
    var device: String?

    @Flag(help: "Print the answer as JSON.")
    var json = false

    @Flag(help: "Go on until it is interrupted, and show what is new every two seconds.")
    var watch = false

    @OptionGroup var zone: TimeZoneOption

    @OptionGroup var connection: ConnectionOptions

    func run() throws {
        let end = try connection.address.withAgent { agent throws(AgentClient.Failure) in
            var shown: [String]?
            while true {
                let lines = try lines(agent)
                if let end = show(lines, after: shown) { return end }
                guard watch else { return ExitCode.success }
                shown = lines
                try agent.pause(milliseconds: Self.interval)
            }
        }
        if end != .success { throw end }
    }

    /// Milliseconds between two looks.
    private static let interval: Int64 = 2000

    private func lines(_ agent: AgentClient) throws(AgentClient.Failure) -> [String] {
        if let device { return try one(device, agent) }
        return try all(agent)
    }

    /// Prints lines that are new; gives how the command ends where that can't be done.
    private func show(_ lines: [String], after shown: [String]?) -> ExitCode? {
        guard lines != shown else { return nil }
        do throws(ExitCode) {
            if watch { try StandardOutput.clear() }
            if shown != nil, !StandardOutput.isTerminal, !json { try StandardOutput.print("") }
            for line in lines { try StandardOutput.print(line) }
            return nil
        } catch {
            return error
        }
    }

    private var table: StatusTable { StatusTable(zone.face, at: Clock.now) }

    private func one(_ device: String, _ agent: AgentClient) throws(AgentClient.Failure) -> [String] {
        let data = try agent.ask("device/status") { $0.member("device", device) }
        guard !json else { return [StatusTable.json(data)] }
        return table.fences(of: data)
    }

    private func all(_ agent: AgentClient) throws(AgentClient.Failure) -> [String] {
        let devices = try agent.list("device/list", "devices", by: "device", ofShards: true)
            .sorted { ($0.member("device")?.text ?? "") < ($1.member("device")?.text ?? "") }
        return json ? devices.map(StatusTable.json) : table.devices(devices)
    }
}
