import ArgumentParser
import Foundation
import GeofenceCore

/// `geofence-agent history [DEVICE]`: what a store holds of the past.
struct HistoryShowCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "show",
        abstract: "Shows positions, networks, events or visits of the past.",
        discussion: """
            Reads the store, also while the agent runs, whose last 5 seconds may be missing. Without a device it shows all, one after the other. \
            Without --networks, --events or --visits it shows positions.

            --from is included, --to is not. A table shows times by the clocks of --timezone; json, csv and gpx are in UTC.

            json is an object a line: positions and networks as replay takes them (vel is km/h), events as they were published, visits with \
            arrival and departure. csv is of one kind; history import takes back the positions, networks and visits, and all of json. gpx has \
            positions alone.

            Exits 0; 65 where nothing is kept, or nothing of the device; 74 where the store can't be read; \
            75 where another program has it for itself; 78 where the configuration has errors.
            """
    )

    @Argument(help: ArgumentHelp("The device; all without one.", valueName: "device"))
    var device: String?

    @Option(help: ArgumentHelp("The configuration file, whose store is read.", valueName: "file"))
    var config = AgentAddress.usualFile

    @OptionGroup var range: TimeRangeOptions

    @Flag(help: "Where it was.")
    var positions = false

    @Flag(help: "Which WiFi it was on.")
    var networks = false

    @Flag(help: "Enters, exits and the like.")
    var events = false

    @Flag(help: "Where it stayed, with arrival and departure.")
    var visits = false

    @Option(help: "How it is written: table, json, csv or gpx.")
    var format = HistoryFormat.table

    func validate() throws {
        if format == .csv, kinds.count > 1 {
            throw ValidationError(
                "A table in CSV is of one kind: leave one of --positions, --networks, --events and --visits."
            )
        }
        if format == .gpx, kinds != [.positions] {
            throw ValidationError("GPX has positions alone; take json or csv for the others.")
        }
    }

    private var kinds: [HistoryKind] {
        let wanted: [HistoryKind] =
            (positions ? [.positions] : []) + (networks ? [.networks] : []) + (events ? [.events] : [])
            + (visits ? [.visits] : [])
        return wanted.isEmpty ? [.positions] : wanted
    }

    func run() throws {
        guard let configuration = Configuration.loadOrReport(config, files: []) else {
            throw ExitStatus.configuration.exitCode
        }
        let reader = try HistorySource.reader(configuration)
        let devices = try HistorySource.devices(device, in: reader)
        var writer = HistoryWriter(format, range.zone.face, names: configuration.additions.deviceNames)
        let range = range.range()
        var found: Set<HistoryKind> = []
        for kind in kinds {
            writer.begin(kind)
            for device in devices {
                try HistorySource.reading { () throws(HistoryReader.Failure) in
                    if try show(kind, device, range, reader, &writer) { found.insert(kind) }
                }
            }
        }
        writer.end()
        Self.put(&writer, atLeast: 0)
        let missing = Set(kinds).subtracting(found)
        if missing.contains(.events) { try hint(devices, range, reader) }
        if missing.contains(.visits), configuration.places.rules == nil {
            StandardError.print("\(config): finds no visits; add \"visits\": {} to it")
        }
    }

    /// Positions that were imported have no events, which surprises.
    private func hint(_ devices: [HistoryDevice], _ range: HistoryRange, _ reader: HistoryReader) throws {
        var hasPositions = false
        try HistorySource.reading { () throws(HistoryReader.Failure) in
            for device in devices where !hasPositions {
                try reader.positions(of: device, in: range, atMost: 1) { _ in hasPositions = true }
            }
        }
        guard hasPositions else { return }
        StandardError.print(
            "there are positions, but no events: positions that are imported bring none about; what the fences make of them: geofence-agent replay --from-history --config \(config)"
        )
    }

    /// Says whether there was any.
    private func show(
        _ kind: HistoryKind,
        _ device: HistoryDevice,
        _ range: HistoryRange,
        _ reader: HistoryReader,
        _ writer: inout HistoryWriter
    ) throws(HistoryReader.Failure) -> Bool {
        var isSome = false
        switch kind {
        case .positions:
            try reader.positions(of: device, in: range) { row in
                isSome = true
                writer.add(row, device.id)
                Self.put(&writer)
            }
            writer.endDevice()
        case .networks:
            try reader.networks(of: device, in: range) { row in
                isSome = true
                writer.add(row, device.id)
                Self.put(&writer)
            }
        case .events:
            try reader.events(of: device, in: range) { event in
                isSome = true
                writer.add(event)
                Self.put(&writer)
            }
        case .visits:
            try reader.visits(of: device, in: range) { visit in
                isSome = true
                writer.add(visit)
                Self.put(&writer)
            }
        }
        return isSome
    }

    private static func put(_ writer: inout HistoryWriter, atLeast count: Int = 1 << 16) {
        guard writer.bytes.count >= count else { return }
        do throws(ExitCode) {
            try StandardOutput.write(writer.drain())
        } catch {
            // In the midst of reading, which is all there is to end.
            exit(withError: error)
        }
    }
}
