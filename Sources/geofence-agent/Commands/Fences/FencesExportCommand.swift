import ArgumentParser

/// `geofence-agent fences export`: the fences of a configuration in a format of others.
struct FencesExportCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "export",
        abstract: "Writes the fences of a configuration as GeoJSON, KML, OwnTracks waypoints, CSV or WKT.",
        discussion: """
            GeoJSON and KML keep all of a fence: in the features' properties, and in ExtendedData, stand the keys of the configuration, with the \
            rules that differ from its general ones. owntracks and csv have circles alone; wkt is that of Traccar, latitude first, and traccar the list \
            that its interface takes. Fences that a format has no room for are named on standard error.
            Exits 0; 74 where the file can't be written; 78 where the configuration has errors.
            """
    )

    @Option(help: ArgumentHelp("The configuration file.", valueName: "file"))
    var config: String

    @Option(help: "What to write.")
    var format = ExportFormat.geojson

    @Option(
        name: [.short, .long],
        help: ArgumentHelp("Where to write; - is standard output.", valueName: "file")
    )
    var output = "-"

    func run() throws {
        guard let configuration = Configuration.loadOrTell(config) else {
            throw ExitStatus.configuration.exitCode
        }
        let export = FenceExport.write(configuration.fences, as: format, rules: configuration.rules)
        for fence in export.leftOut { StandardError.print("left out: \(fence)") }
        try FenceOutput(path: output).write(export.bytes)
    }
}
