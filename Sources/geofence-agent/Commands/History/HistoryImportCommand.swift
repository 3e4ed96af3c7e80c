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
            replaced. A row stamped more than a day ahead is refused. It says how many rows were read, and how many of them the history didn't have. What is older than history.days goes with the agent's next purge. The agent must not run meanwhile.

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
        var imported = HistoryImport(at: Clock.now)
        imported.device = try device.map { try Identifier($0) }
        imported.isLongitudeFirst = longitudeFirst
        for file in files { imported.read(file) }
        try report(imported, keep(imported, configuration.store), settings)
        guard imported.problems.isEmpty else { throw ExitStatus.inputData.exitCode }
    }

    private func keep(_ imported: HistoryImport, _ settings: StoreSettings) throws -> HistoryCount {
        do throws(StoreFailure) {
            let store = try Store(path: settings.path, durability: settings.durability, keepsHistory: true)
            return try store.add(imported.batch)
        } catch {
            StandardError.print("\(error)")
            throw ExitStatus(error).exitCode
        }
    }

    private func report(_ imported: HistoryImport, _ count: HistoryCount, _ settings: HistorySettings) throws
    {
        for problem in imported.problems { StandardError.print("\(problem)") }
        let rows =
            [
                ("positions", imported.positionCount, count.positions),
                ("networks", imported.networkCount, count.networks),
                ("events", imported.events.count, count.events),
                ("visits", imported.visits.count, count.visits),
            ]
        let lines = rows.map { "\($0.0): \($0.1) read, \($0.2) new" }
        let rest = [
            "points of interest passed over: \(imported.passedOver)",
            "lines refused: \(imported.problems.count)",
        ]
        try StandardOutput.print((lines + rest).joined(separator: ", "))
        let oldest = Clock.now.advanced(byMilliseconds: -Int64(settings.days) * RetentionJob.day).milliseconds
        let old =
            imported.positions.values.joined().count { $0.time < oldest }
            + imported.networks.values.joined().count { $0.time < oldest }
            + imported.events.count { $0.time < oldest }
            + imported.visits.count { $0.arrival < oldest }
        guard old > 0 else { return }
        StandardError.print(
            "\(old) rows are older than history.days (\(settings.days)) and go with the next purge"
        )
    }
}
