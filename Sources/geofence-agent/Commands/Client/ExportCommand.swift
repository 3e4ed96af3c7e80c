import ArgumentParser

/// `geofence-agent export DEVICE`: all that is kept of one device.
struct ExportCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "export",
        abstract: "Writes all that the agent keeps of one device, as JSON.",
        discussion: """
            Asks the running agent, page by page: where the device is, its statuses, what is set by hand, fences that are for it alone, zones \
            and the visits that they are learnt from, itineraries, and the history with positions, networks, events and visits. \
            docs/privacy.md says what is kept where. The file is as private as what is in it:

              (umask 077; geofence-agent export van1 > van1.json)

            Exits 69 where no broker or no agent answers, 65 for a device that nothing is kept of.
            """
    )

    @Argument(help: ArgumentHelp("The device.", valueName: "device"))
    var device: String

    @OptionGroup var connection: ConnectionOptions

    func run() throws {
        let end = try connection.address.withAgent { agent throws(AgentClient.Failure) in
            var archive = ExportArchive(device: device)
            var after: String?
            repeat {
                let answer = try agent.ask(RequestKind.deviceExport, patience: 30_000) { json in
                    json.member("device", device)
                    if let after { json.member("after", after) }
                }
                archive.add(answer)
                if let end = Self.write(archive.drain()) { return end }
                let next = answer.member("next")?.text
                guard next == nil || next != after else { throw .unreadable("the export does not go on") }
                after = next
            } while after != nil
            archive.end()
            return Self.write(archive.drain()) ?? ExitCode.success
        }
        if end != .success { throw end }
    }

    /// Gives how the command ends where nothing can be written.
    private static func write(_ bytes: [UInt8]) -> ExitCode? {
        do throws(ExitCode) {
            try StandardOutput.write(bytes)
            return nil
        } catch {
            return error
        }
    }
}
