import ArgumentParser
import GeofenceCore

/// `geofence-agent report`: days, weeks or trips of devices, out of the history.
struct ReportCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "report",
        abstract: "Sums the past up: days, weeks or trips of devices.",
        discussion: """
            Reads the store, also while the agent runs, whose last 5 seconds may be missing. The configuration must have "history".

            By day or week it has a row for each device, day and fence: first in, last out, visits, time inside, and the way driven inside; and one \
            for all fences together, with the time inside any of them and all of the way. A visit over midnight counts where it began; its time \
            inside belongs to each day. One that lasts counts up to --to, or now. A trip is what lies between two visits of fences.

            The way is that of straight lines between positions; what a parked device wanders is left out.

            A table shows times by the clocks of --timezone, and csv with their offset; json is an object a line, in UTC, seconds and metres.

            Exits 0; 64 where --from is not before --to; 65 where nothing is kept, or nothing of the device; 74 where the store can't be read; 75 \
            where another program has it for itself; 78 where the configuration has errors.
            """
    )

    @Option(help: ArgumentHelp("The configuration file, whose store is read.", valueName: "file"))
    var config = AgentAddress.usualFile

    @Option(help: "Of what there is a row: day, week or trip.")
    var by = ReportPeriod.day

    @Option(help: ArgumentHelp("Of this device alone.", valueName: "device"))
    var device: String?

    @Option(help: ArgumentHelp("Of this fence alone; of trips, those from or to it.", valueName: "fence"))
    var fence: String?

    @OptionGroup var range: TimeRangeOptions

    @Option(help: "How it is written: table, csv or json.")
    var format = ReportFormat.table

    func validate() throws {
        guard let fence else { return }
        do {
            _ = try Identifier(fence)
        } catch {
            throw ValidationError("--fence \(fence.printable): \(error)")
        }
    }

    func run() throws {
        guard let configuration = Configuration.loadOrReport(config, files: []) else {
            throw ExitStatus.configuration.exitCode
        }
        let reader = try HistorySource.reader(configuration)
        let face = range.zone.face
        let writer = ReportWriter(format: format, by: by, face: face)
        let report = FleetReport(question: try question(face.zone), reader: reader)
        let devices = try HistorySource.devices(device, in: reader)
        var (cut, count) = ([Identifier](), 0)
        try StandardOutput.write(writer.header)
        for device in devices {
            var found: (rows: [ReportRow], isTruncated: Bool) = ([], false)
            try HistorySource.reading { () throws(HistoryReader.Failure) in
                found = try report.rows(of: device)
            }
            try StandardOutput.write(writer.lines(found.rows))
            if found.isTruncated { cut.append(device.id) }
            count += found.rows.count
        }
        for device in cut {
            StandardError.print(
                "\(device): more than \(VisitLedger.most) visits, the rest is left out; name a shorter stretch by --from and --to"
            )
        }
        if count == 0 { StandardError.print("the history has nothing of that") }
    }

    private func question(_ zone: TimeZoneTable) throws -> ReportQuestion {
        let now = Clock.now
        var range = range.range(at: now)
        range.to = min(range.to, now)
        let fence = try fence.map { try Identifier($0) }
        return ReportQuestion(by: by, zone: zone, range: range, fence: fence)
    }
}

extension ReportPeriod: ExpressibleByArgument {}
extension ReportFormat: ExpressibleByArgument {}
