import ArgumentParser

/// `geofence-agent fences list`: the fences of a configuration and of the files that it names, or of the
/// running agent.
struct FencesListCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "Lists the fences of a configuration and of its fenceFiles, or those of the running agent.",
        discussion: """
            A line a fence under a head: id, kind, place (latitude first), name. As JSON also the networks and groups, and file, in which it stands; with --live type, \
            which is file for a fence of the agent's configuration, custom for one set by a request, zone for a device's home or work, and poi for \
            a waypoint of a phone's or a fence around a point of interest.
            Exits 0; 69 where no broker or no agent answers; 78 with every error of the configuration on standard error.
            """
    )

    @OptionGroup var source: FenceSource

    @Flag(help: "A JSON list instead of a table.")
    var json = false

    func run() throws {
        let list = try source.liveFences().map { FenceList($0) } ?? ofConfiguration()
        try StandardOutput.print(json ? list.json.text : list.lines.joined(separator: "\n"))
    }

    private func ofConfiguration() throws -> FenceList {
        let (configuration, file) = try source.configuration()
        return FenceList(configuration, file: file)
    }
}
