import GeofenceCore

/// What the files of an import hold, and what is wrong with them.
///
/// A line that can't be used is reported, and the others count. With a `sink` rows go there, `rowsAtOnce` of
/// them, and with a `reporter` problems; without them they stay.
struct HistoryImport {
    private(set) var positions: [Identifier: [HistoryPosition]] = [:]
    private(set) var networks: [Identifier: [HistoryNetwork]] = [:]
    private(set) var events: [HistoryEvent] = []
    private(set) var visits: [HistoryVisit] = []
    private(set) var problems: [TrackProblem] = []
    /// How many rows of each kind there were.
    private(set) var counts = HistoryCount()
    /// How many of them are older than `oldest`.
    private(set) var old = 0
    /// How many lines can't be used.
    private(set) var problemCount = 0
    /// Whether the sink takes no more.
    private(set) var isStopped = false
    /// Takes rows; false where there is no use in more.
    var sink: ((HistoryBatch) -> Bool)?
    /// Takes problems as they are found.
    var reporter: ((TrackProblem) -> Void)?
    /// Called with how many bytes of a file are done.
    var reached: ((Int) -> Void)?
    /// Rows of earlier times are counted as old.
    var oldest = Timestamp.distantPast
    /// Rows that are gathered for one call of the sink.
    var rowsAtOnce = 100_000
    /// Bytes that are read at once.
    var piece = TrackStream.piece
    private var waiting = 0
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

    mutating func add(_ fix: Fix, _ device: Identifier, at time: Timestamp) {
        positions[device, default: []].append(HistoryPosition(fix, at: time))
        counts.positions += 1
        noteRow(time.milliseconds)
    }

    mutating func add(_ report: WiFiReport, _ device: Identifier, at time: Timestamp) {
        networks[device, default: []].append(HistoryNetwork(report, at: time))
        counts.networks += 1
        noteRow(time.milliseconds)
    }

    mutating func add(_ event: HistoryEvent) {
        events.append(event)
        counts.events += 1
        noteRow(event.time)
    }

    mutating func add(_ visit: HistoryVisit) {
        visits.append(visit)
        counts.visits += 1
        noteRow(visit.arrival)
    }

    private mutating func noteRow(_ time: Int64) {
        if time < oldest.milliseconds { old += 1 }
        waiting += 1
        if waiting >= rowsAtOnce { flush() }
    }

    /// Hands on what waits.
    mutating func flush() {
        guard let sink, waiting > 0 else { return }
        if !sink(batch) { isStopped = true }
        (positions, networks, events, visits, waiting) = ([:], [:], [], [], 0)
    }

    mutating func passOver() { passedOver += 1 }

    mutating func report(_ reason: String, _ file: String, line: Int = 0) {
        let problem = TrackProblem(file: file, line: line, reason: reason)
        problemCount += 1
        if let reporter { reporter(problem) } else { problems.append(problem) }
    }

    /// Whether a row of that time is refused, which is reported then.
    mutating func refuses(_ time: Timestamp, _ file: String, line: Int) -> Bool {
        guard time > latest else { return false }
        report("is stamped later than \(latest.iso8601)", file, line: line)
        return true
    }

    /// Reads a file; its name and its first line tell how it is written.
    mutating func read(_ file: String) {
        do throws(FileError) {
            read(try PieceSource(file: file), file)
        } catch {
            report("\(error)", file)
        }
    }

    /// Reads the bytes of a file.
    mutating func read(_ bytes: [UInt8], file: String) { read(PieceSource(bytes), file) }

    private mutating func read(_ source: PieceSource, _ file: String) {
        switch TrackFormat(file: file) {
        case .csv: readTable(source, file)
        case .jsonLines: readLines(source, file)
        case .gpx, .nmea, nil: readTrack(source, file)
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

    /// A track without names of devices takes that of its file.
    private func trackName(_ file: String) -> String {
        device.map { "\($0)." + TrackName(file).fileExtension } ?? file
    }

    /// A recorded track, as `replay` takes it: its positions and networks; `between` is called behind each
    /// piece.
    mutating func readTrack(
        _ source: PieceSource,
        _ file: String,
        between: (inout HistoryImport) -> Void = { _ in }
    ) {
        var stream = TrackStream(source, file: trackName(file), latest: latest, piece: piece)
        while !isStopped, let entries = stream.nextPiece() {
            for entry in entries {
                let time = entry.observation.time
                if let fix = entry.observation.fix { add(fix, entry.device, at: time) }
                if let report = entry.observation.wifi { add(report, entry.device, at: time) }
            }
            for problem in stream.removeProblems() { report(problem.reason, file, line: problem.line) }
            between(&self)
            reached?(stream.bytesRead)
        }
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
