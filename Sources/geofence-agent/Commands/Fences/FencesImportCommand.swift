import ArgumentParser
import GeofenceCore

/// `geofence-agent fences import`: checks documents of fences, and makes one of them that `fenceFiles` can name.
struct FencesImportCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "import",
        abstract:
            "Checks fences in GeoJSON, KML, GPX, OwnTracks, CSV or WKT and writes them as GeoJSON for fenceFiles.",
        discussion: """
            Prints what becomes of each feature, and with -o writes all fences of all files as one GeoJSON file. All or nothing: where one feature is \
            refused, nothing is written.
            GeoJSON: Polygon, MultiPolygon, LineString with "width", Point with "radius" (m) in its properties, which may have all keys of a fence in the \
            configuration. KML: the same, with these keys in ExtendedData. GPX: tracks and routes become corridors. OwnTracks: waypoints with a radius. \
            CSV: a header with latitude, longitude, radius, id, name. WKT: that of Traccar, latitude first, and traccar, the list of its interface. Ids are \
            the features' own, or made of their names.
            With --config, the rules and ids of that configuration count; a file that -o names is left out of it.
            Exits 0; 65 with the report on standard error where anything is refused; 74 where the file can't be written; 78 where the configuration has errors.
            """
    )

    @Option(help: ArgumentHelp("A configuration whose rules and ids count.", valueName: "file"))
    var config: String?

    @Option(
        name: [.short, .long],
        help: ArgumentHelp("The GeoJSON file to write; - is standard output.", valueName: "file")
    )
    var output: String?

    @Option(help: "How the files are written; without it their names and contents tell.")
    var format: FenceFileFormat?

    @Option(
        help: ArgumentHelp(
            "Metres across a line without a width; 50 in GPX and from Traccar.",
            valueName: "m"
        )
    )
    var width: Double?

    @Option(help: ArgumentHelp("Metres around a point without a radius.", valueName: "m"))
    var radius: Double?

    @Flag(help: "The report as JSON, one object a file.")
    var json = false

    @Argument(help: ArgumentHelp("Files of fences.", valueName: "file"))
    var files: [String]

    func validate() throws {
        for (name, metres) in [("--width", width), ("--radius", radius)] {
            if let metres, !(metres > 0) { throw ValidationError("\(name) must be above 0 metres") }
        }
    }

    func run() throws {
        var base: Configuration?
        if let config {
            base = Configuration.loadOrTell(config, except: output)
            guard base != nil else { throw ExitStatus.configuration.exitCode }
        }
        var merge = FenceMerge(rules: base?.rules ?? Rules(), fences: base?.fences ?? [], in: config ?? "")
        let options = FenceFileOptions(width: width, radius: radius)
        for file in files { merge.read(file, format: format, options: options) }
        try tell(merge)
        guard let output else { return }
        let export = FenceExport.write(merge.fences, as: .geojson, rules: merge.rules)
        try FenceOutput(path: output).write(export.bytes)
    }

    /// The report: on standard error where something is refused, or the fences go to standard output.
    private func tell(_ merge: FenceMerge) throws {
        let lines = merge.imports.flatMap { json ? [$0.json.text] : $0.lines }
        if merge.isRefused || output == "-" {
            for line in lines { StandardError.print(line) }
        } else {
            print(lines.joined(separator: "\n"))
        }
        if merge.isRefused { throw ExitStatus.inputData.exitCode }
    }
}
