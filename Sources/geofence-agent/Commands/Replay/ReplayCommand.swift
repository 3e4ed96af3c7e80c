import ArgumentParser
import Foundation
import GeofenceCore

/// `geofence-agent replay`: the engine over recorded tracks, without a broker.
struct ReplayCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "replay",
        abstract: "Takes recorded tracks through the fences and prints the events.",
        discussion: """
            A track is JSON lines (.jsonl, or - for standard input), GPX (.gpx: track points with a time), CSV (.csv, .tsv: \
            a header with time, latitude and longitude, or ssid or bssid, and maybe device) or NMEA (.nmea: RMC and GGA \
            sentences). GPX, NMEA and CSV without a device column are one device's, named after the file. CSV takes the \
            names that the format auto knows; speed is m/s unless its title says otherwise: "Speed (km/h)".

            JSON lines are such as
              {"device":"van1","time":"2026-05-04T07:30:00Z","latitude":52.5,"longitude":13.4,"accuracy":8}
              {"device":"van1","tst":1777879810,"ssid":"DepotNet"}

            Several tracks are merged by time; lines of one track stay in order, so that a late one is late here too. \
            Timers (holds, dwell, the expiry of networks) run up to the newest time in the tracks. Times that a GPS week \
            rollover put 1,024 weeks back are set right, and counted on standard error.

            Events, and visits where the configuration has "visits", are JSON lines as the agent publishes them, the same \
            bytes each time; they are printed at the end, in the order of their moments. Of a track a piece is in memory at a time, \
            however large its file; of what is printed all. With --explain each decision comes \
            before what came of it: distance to the edge, accuracy, rule and verdict. Of the configuration, fences and \
            rules count, stops of itineraries, the regions of points of interest, and filters: those of the devices, or of the sources where all that \
            have one have the same; no broker is asked for anything.

            With --from-history the tracks are the positions and networks that the configuration's store holds: what the fences would have \
            made of the past. Positions are kept to 10⁻⁷ degrees; what was late or not believed is not among them.

            With --compare the same tracks also go through the fences and rules of another file, and it prints what that one would have made \
            else: events that it adds, loses, or moves in time by less than half an hour, for each fence. Where they differ, this still exits 0.

            Exits 0; 65 where a line of a track can't be used (it is told on standard error, the others are taken); 78 \
            where the configuration has errors.
            """
    )

    @Option(help: ArgumentHelp("The configuration file; - is standard input.", valueName: "file"))
    var config = AgentAddress.usualFile

    @Flag(help: "Also print each change of a status, before the events that it comes with.")
    var status = false

    @Flag(help: "Also print how each decision came about, before what came of it.")
    var explain = false

    @Flag(help: "Take the past from the store, also while the agent runs.")
    var fromHistory = false

    @OptionGroup var range: TimeRangeOptions

    @Option(help: ArgumentHelp("With --from-history: this device alone.", valueName: "device"))
    var device: String?

    @Option(
        help: ArgumentHelp("Print what this other configuration would have made else.", valueName: "file")
    )
    var compare: String?

    @Option(help: "With --compare: table or json.")
    var format: ComparisonFormat?

    @Argument(help: ArgumentHelp("Recorded tracks; - is JSON lines on standard input.", valueName: "track"))
    var tracks: [String] = []

    func validate() throws {
        if tracks.isEmpty, !fromHistory {
            throw ValidationError("Name a track, or take the past by --from-history.")
        }
        if !fromHistory, range.isNamed || device != nil {
            throw ValidationError("--from, --to and --device go with --from-history.")
        }
        if compare == nil, format != nil {
            throw ValidationError("--format goes with --compare; events are JSON lines.")
        }
        if compare != nil, status || explain {
            throw ValidationError("--compare compares events; leave out --status and --explain.")
        }
    }

    func run() throws {
        guard let configuration = Configuration.loadOrReport(config) else {
            throw ExitStatus.configuration.exitCode
        }
        let other = try compare.map { file in
            guard let other = Configuration.loadOrReport(file) else {
                throw ExitStatus.configuration.exitCode
            }
            return other
        }
        let past = fromHistory ? try history(configuration) : []
        var merge = TrackMerge(past.map { TrackStream($0) } + tracks.map { TrackStream(file: $0) })
        var replay = configuration.replaying(includesStatus: status, explains: explain)
        if let other {
            var second = other.replaying()
            merge.forEachWithProgress { entry in
                replay.play(entry)
                second.play(entry)
            }
            let comparison = ReplayComparison(before: replay.finish(), after: second.finish())
            let report = ComparisonReport(comparison, range.zone.face)
            try StandardOutput.print(format == .json ? report.json : report.table)
        } else {
            merge.forEachWithProgress { replay.play($0) }
            try StandardOutput.write(replay.finish())
        }
        if let repairs = merge.repairs { StandardError.print(repairs) }
        guard merge.problemCount == 0 else { throw ExitStatus.inputData.exitCode }
    }

    /// A track a device.
    private func history(_ configuration: Configuration) throws -> [[TrackEntry]] {
        let reader = try HistorySource.reader(configuration)
        let range = range.range()
        return try HistorySource.devices(device, in: reader).map { device in
            var track = PastTrack()
            try HistorySource.reading { () throws(HistoryReader.Failure) in
                try reader.positions(of: device, in: range) { track.add($0) }
                try reader.networks(of: device, in: range) { track.add($0) }
            }
            return track.observations.map { TrackEntry(device: device.id, observation: $0) }
        }
    }
}
