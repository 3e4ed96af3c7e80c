import GeofenceCore

/// What the files of an import hold, and what is wrong with them.
///
/// A line that can't be used is reported, and the others count.
struct HistoryImport {
    private(set) var positions: [Identifier: [HistoryPosition]] = [:]
    private(set) var networks: [Identifier: [HistoryNetwork]] = [:]
    private(set) var events: [HistoryEvent] = []
    private(set) var visits: [HistoryVisit] = []
    private(set) var problems: [TrackProblem] = []
    /// Lines of points of interest, which are no history.
    private(set) var passedOver = 0
    /// Of whom rows are that name nobody; without it the file's name says so.
    var device: Identifier?
    /// Whether headerless positions have the longitude first.
    var isLongitudeFirst = false
    /// Rows of later times are refused: what is stamped far ahead would never be old enough to be erased.
    let latest: Timestamp

    /// Begins with nothing; rows may be stamped up to a day after `now`, as clocks differ.
    init(at now: Timestamp) { latest = now.advanced(byMilliseconds: RetentionJob.day) }

    /// How many positions there are.
    var positionCount: Int { positions.values.reduce(0) { $0 + $1.count } }

    mutating func add(_ fix: Fix, _ device: Identifier, at time: Timestamp) {
        positions[device, default: []].append(HistoryPosition(fix, at: time))
    }

    /// How many networks there are.
    var networkCount: Int { networks.values.reduce(0) { $0 + $1.count } }

    mutating func add(_ report: WiFiReport, _ device: Identifier, at time: Timestamp) {
        networks[device, default: []].append(HistoryNetwork(report, at: time))
    }

    mutating func add(_ event: HistoryEvent) { events.append(event) }

    mutating func add(_ visit: HistoryVisit) { visits.append(visit) }

    mutating func passOver() { passedOver += 1 }

    mutating func report(_ reason: String, _ file: String, line: Int = 0) {
        problems.append(TrackProblem(file: file, line: line, reason: reason))
    }

    /// Whether a row of that time is refused, which is reported then.
    mutating func refuses(_ time: Timestamp, _ file: String, line: Int) -> Bool {
        guard time > latest else { return false }
        report("is stamped later than \(latest.iso8601)", file, line: line)
        return true
    }

    /// Reads a file; its name and its first line tell how it is written.
    mutating func read(_ file: String) {
        do {
            switch TrackFormat(file: file) {
            case .gpx, .nmea:
                readTrack(TrackStream(file: file, latest: latest, called: trackName(file)), file)
            default:
                read(try FileContents(path: file, upTo: FileContents.longestDocument).bytes, file: file)
            }
        } catch {
            report("\(error)", file)
        }
    }

    /// Reads the bytes of a file.
    mutating func read(_ bytes: [UInt8], file: String) {
        switch TrackFormat(file: file) {
        case .csv: readTable(bytes, file)
        case .jsonLines: readLines(bytes, file)
        case .gpx, .nmea, nil: readTrack(bytes, file)
        }
    }

    /// Of whom the rows of a file are that name nobody; nil, with a note in the report, where its name is
    /// none for a device.
    mutating func owner(of file: String) -> Identifier? {
        if let device { return device }
        do {
            return try Identifier(TrackName(file).stem)
        } catch {
            report("its name is the device's, and \(error); say whose it is by --device", file)
            return nil
        }
    }

    /// A recorded track, as `replay` takes it: its positions and networks.
    mutating func readTrack(_ bytes: [UInt8], _ file: String) {
        readTrack(TrackStream(bytes, file: trackName(file), latest: latest), file)
    }

    /// A track without names of devices takes that of its file.
    private func trackName(_ file: String) -> String {
        device.map { "\($0)." + TrackName(file).fileExtension } ?? file
    }

    private mutating func readTrack(_ stream: TrackStream, _ file: String) {
        var stream = stream
        while let entry = stream.next() {
            let time = entry.observation.time
            if let fix = entry.observation.fix { add(fix, entry.device, at: time) }
            if let report = entry.observation.wifi { add(report, entry.device, at: time) }
        }
        for problem in stream.removeProblems() { report(problem.reason, file, line: problem.line) }
    }

    /// What is to be written, device by device.
    var batch: HistoryBatch {
        HistoryBatch(
            positions: positions.sorted { $0.key < $1.key }.map { ($0.key, $0.value) },
            networks: networks.sorted { $0.key < $1.key }.map { ($0.key, $0.value) },
            events: events,
            visits: visits
        )
    }
}
