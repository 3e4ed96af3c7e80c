import ArgumentParser
import GeofenceCore

/// `geofence-agent history import`: adds positions, visits and events from files to a store's history.
struct HistoryImportCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "import",
        abstract: "Adds positions, visits and events from files to the history.",
        discussion: """
            Takes what history exports as json, csv or gpx; recorded tracks as replay takes them; and three layouts of Woosmap's SDK: \
            id,accuracy,POINT(lon lat),arrival,departure and lat;lng;accuracy;epoch, both without a header, and \
            date,lat,lng,…,type,accuracy,arrival,departure, in which lines of the type POI are passed over.

            Rows that name no device are those of --device, or of the device that the file is named after. What is there already stays; a visit is \
            replaced. A row stamped more than a day ahead is refused. It says how many rows were read, and how many of them the history didn't have. What is older than history.days goes with the agent's next purge. The agent must not run meanwhile. Files of any size are read: rows are written 100,000 at a time, so that an import that is broken off has left what it had; begin it again.

            Exits 0; 65 where a line can't be used (it is told on standard error, the others are taken); 74 where the store can't be written; \
            75 while an agent uses it; 78 where the configuration has errors, or no "history".
            """
    )

    @Option(help: ArgumentHelp("The configuration file, whose store is written.", valueName: "file"))
    var config = AgentAddress.usualFile

    @Option(help: ArgumentHelp("Of whom rows are that name no device.", valueName: "device"))
    var device: String?

    @Flag(help: "The longitude comes first in lines of four numbers.")
    var longitudeFirst = false

    @Argument(help: ArgumentHelp("Files to import.", valueName: "file"))
    var files: [String]

    func validate() throws {
        guard let device else { return }
        do {
            _ = try Identifier(device)
        } catch {
            throw ValidationError("--device \(device): \(error)")
        }
    }

    func run() throws {
        guard let configuration = Configuration.loadOrReport(config, files: []) else {
            throw ExitStatus.configuration.exitCode
        }
        guard let settings = configuration.history else {
            StandardError.print("\(config): keeps no history; add \"history\": {} to it")
            throw ExitStatus.configuration.exitCode
        }
        let device = try device.map { try Identifier($0) }
        let writer = try HistoryImportWriter(configuration.store, files)
        let days = RetentionJob.day * Int64(settings.days)
        var imported = HistoryImport(at: Clock.now)
        (imported.device, imported.isLongitudeFirst) = (device, longitudeFirst)
        imported.oldest = Clock.now.advanced(byMilliseconds: -days)
        try writer.read(files, &imported)
        try report(imported, writer.count, settings)
        guard imported.problemCount == 0 else { throw ExitStatus.inputData.exitCode }
    }

    private func report(_ imported: HistoryImport, _ count: HistoryCount, _ settings: HistorySettings) throws
    {
        let read = imported.counts
        let rows =
            [
                ("positions", read.positions, count.positions),
                ("networks", read.networks, count.networks),
                ("events", read.events, count.events),
                ("visits", read.visits, count.visits),
            ]
        let lines = rows.map { "\($0.0): \($0.1) read, \($0.2) new" }
        let rest = [
            "points of interest passed over: \(imported.passedOver)",
            "lines refused: \(imported.problemCount)",
        ]
        try StandardOutput.print((lines + rest).joined(separator: ", "))
        guard imported.old > 0 else { return }
        StandardError.print(
            "\(imported.old) rows are older than history.days (\(settings.days)) and go with the next purge"
        )
    }
}
