import ArgumentParser
import Foundation
import GeofenceCore

/// `geofence-agent fences import`: checks documents of fences, and makes one of them that `fenceFiles` can
/// name, or has the running agent take them.
struct FencesImportCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "import",
        abstract:
            "Checks fences in GeoJSON, KML, GPX, OwnTracks, CSV or WKT, and writes them as GeoJSON for fenceFiles or sends them to the running agent.",
        discussion: """
            Prints what becomes of each feature, and with -o writes all fences of all files as one GeoJSON file. All or nothing: where one feature is \
            refused, nothing is written.
            GeoJSON: Polygon, MultiPolygon, LineString with "width", Point with "radius" (m) in its properties, which may have all keys of a fence in the \
            configuration. KML: the same, with these keys in ExtendedData. GPX: tracks and routes become corridors. OwnTracks: waypoints with a radius. \
            CSV: a header with latitude, longitude, radius, id, name. WKT: a line each, and traccar, the list of Traccar's interface. Ids are \
            the features' own, or made of their names; upper and lower case of properties' names don't count.
            The report says what the fences come to, and between which latitudes and longitudes they lie: look there whether these are swapped. \
            Of very many features it has 10,000 good ones, and 10,000 of which there is something to say, and counts the others.
            With --config, the rules and ids of that configuration count; a file that -o names is left out of it.

            With --live the running agent takes them at once and keeps them, also after a restart; its rules count, and a fence whose id it has is \
            replaced. All or nothing holds here too, for any number of fences: they go in parts of about 100 kB, and the agent puts all in force \
            with the last one. Where the agent or this command ends before, or a part is refused, nothing is taken.
            What it took goes again by the request fence/remove or fence/clear; fences of the agent's configuration are changed there.

            Exits 0; 65 with the report on standard error where anything is refused, here or by the agent; 69 where no broker or no agent answers; \
            74 where the file can't be written; 78 where the configuration has errors.
            """
    )

    @Option(
        help: ArgumentHelp(
            "A configuration whose rules and ids count; with --live the agent's, for the broker and the topics.",
            discussion:
                "With --live and without it /etc/geofence-agent/config.json counts where there is one, else the broker on localhost, port 1883, and the topics geofence/….",
            valueName: "file"
        )
    )
    var config: String?

    @Flag(help: "Has the running agent take the fences.")
    var live = false

    @Flag(help: "Reports alone, and writes and sends nothing; with --live by the rules of the running agent.")
    var dryRun = false

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

    @Option(
        help: ArgumentHelp("The property, or column, whose value is the id of each fence.", valueName: "name")
    )
    var idKey: String?

    @Option(help: ArgumentHelp("The property whose value is its name.", valueName: "name"))
    var nameKey: String?

    @Option(
        help: ArgumentHelp("The property whose value, or list of values, is its groups.", valueName: "name")
    )
    var groupKey: String?

    @Option(
        help:
            "Which number of a position is first in WKT; without it what can't be a latitude decides, else latlon."
    )
    var order: AxisOrder?

    @Flag(help: "The report as JSON, one object a file.")
    var json = false

    @Argument(help: ArgumentHelp("Files of fences.", valueName: "file"))
    var files: [String]

    func validate() throws {
        for (name, metres) in [("--width", width), ("--radius", radius)] {
            if let metres, !(metres > 0) { throw ValidationError("\(name) must be above 0 metres") }
        }
        if live, output != nil {
            throw ValidationError(
                "Fences go to the agent by --live, or to a file by -o: leave out one of them."
            )
        }
    }

    func run() throws {
        guard !live else { return try send() }
        var base: Configuration?
        if let config {
            base = Configuration.loadOrReport(config, files: .fences, except: output)
            guard base != nil else { throw ExitStatus.configuration.exitCode }
        }
        let merge = read(rules: base?.rules ?? Rules(), beside: base?.fences ?? [])
        try report(merge)
        guard let output, !dryRun else { return }
        try FenceOutput(path: output).write(GeoJSONExport.Pieces(merge.fences, merge.rules))
    }

    /// Has the running agent take the fences.
    private func send() throws {
        let agent = AgentAddress(config: config)
        // Reading files may take longer than a broker waits for a client that is silent: a connection before,
        // and one behind.
        let rules = try agent.withAgent { client throws(AgentClient.Failure) in try client.generalRules() }
        let merge = read(rules: rules, beside: [])
        if !dryRun, !merge.isRefused {
            let parts = try parts(merge)
            try agent.withAgent { client throws(AgentClient.Failure) in try client.send(parts) }
        }
        try report(merge)
    }

    private func parts(_ merge: FenceMerge) throws -> FenceParts {
        do throws(FenceParts.TooLarge) {
            return try FenceParts(merge.fences, rules: merge.rules)
        } catch {
            StandardError.print("\(error); nothing is taken")
            throw ExitStatus.inputData.exitCode
        }
    }

    private func read(rules: Rules, beside fences: [Fence]) -> FenceMerge {
        let timeZones = TimeZoneFiles(environment: ProcessInfo.processInfo.environment)
        var merge = FenceMerge(rules: rules, fences: fences, in: config ?? "", timeZones: timeZones)
        let options = FenceFileOptions(
            width: width,
            radius: radius,
            keys: LabelKeys(id: idKey, name: nameKey, groups: groupKey),
            order: order
        )
        let sizes = files.map { FileIdentity.size(of: $0).map(Int.init) }
        var progress = Progress(of: sizes.contains(nil) ? nil : sizes.compactMap(\.self).reduce(0, +))
        var before = 0
        for (file, size) in zip(files, sizes) {
            merge.read(file, format: format, options: options) { progress.update(before + $0) }
            before += size ?? 0
        }
        progress.wipe()
        return merge
    }

    /// The report: on standard error where something is refused, or the fences go to standard output.
    private func report(_ merge: FenceMerge) throws {
        var lines = merge.imports.flatMap { json ? [$0.json.text] : $0.lines.map(\.printable) }
        if !json, merge.imports.count > 1 {
            lines.append("in all: \(FenceTotals(merge.imports.flatMap(\.read)).text)")
        }
        if merge.isRefused || output == "-" {
            for line in lines { StandardError.print(line) }
        } else {
            try StandardOutput.print(lines.joined(separator: "\n"))
        }
        if merge.isRefused { throw ExitStatus.inputData.exitCode }
    }
}
