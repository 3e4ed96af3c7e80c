import ArgumentParser
import GeofenceCore

/// `geofence-agent fences export`: the fences of a configuration, or of the running agent, in a format of
/// others.
struct FencesExportCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "export",
        abstract:
            "Writes the fences of a configuration, or of the running agent, as GeoJSON, KML, OwnTracks waypoints, CSV or WKT.",
        discussion: """
            GeoJSON and KML keep all of a fence: in the features' properties, and in ExtendedData, stand the keys of the configuration, with the \
            rules that differ from its general ones. owntracks and csv have circles alone; wkt is that of Traccar, latitude first, and traccar the list \
            that its interface takes. Fences that a format has no room for are named on standard error.
            With --live all fences that are in force are written, those of the agent's configuration and the homes and works of devices too, but not \
            those of the type poi: phones tell their waypoints again themselves, and the agent makes the fences around points of interest. What fences \
            import --live took can be kept that way, or go to another agent. At the same agent they would stand in the place of its configuration's from then on.
            Exits 0; 69 where no broker or no agent answers; 74 where the file can't be written; 78 where the configuration has errors.
            """
    )

    @OptionGroup var source: FenceSource

    @Option(help: "What to write.")
    var format = ExportFormat.geojson

    @Option(
        name: [.short, .long],
        help: ArgumentHelp("Where to write; - is standard output.", valueName: "file")
    )
    var output = "-"

    func run() throws {
        let (fences, rules) = try fences()
        let export = FenceExport.write(fences, as: format, rules: rules)
        for fence in export.leftOut { StandardError.print("left out: \(fence)") }
        try FenceOutput(path: output).write([export.bytes])
    }

    private func fences() throws -> ([Fence], Rules) {
        if let live = try source.liveFences() {
            let own = live.entries.filter { $0.type != FenceType.poi.rawValue }
            return (own.map(\.fence), live.rules)
        }
        let (configuration, _) = try source.configuration()
        return (configuration.fences, configuration.rules)
    }
}
