import GeofenceCore

/// Gathers what is found in the file of one track, in its order.
struct TrackImporter {
    let file: String
    /// Entries of later times are reported and not used; nil: all are.
    let latest: Timestamp?
    private(set) var entries: [TrackEntry] = []
    private(set) var problems: [TrackProblem] = []
    /// Whether anything has been wrong so far.
    private(set) var hasProblems = false
    /// How many stamps were 1,024 weeks off and put right.
    private(set) var rolledOver = 0
    private var newest: [Identifier: Timestamp] = [:]
    private var newestOfAll: Timestamp?
    private static let stamps = StampCheck(hasClock: false)

    init(file: String, latest: Timestamp? = nil) {
        (self.file, self.latest) = (file, latest)
    }

    /// Takes an entry of a line: it arrives at its own time, or, if it is late, at the newest time that its
    /// device had in this file.
    ///
    /// - Throws: `time` for a stamp before 2000.
    mutating func add(
        _ reading: Reading,
        device: Identifier,
        at time: Timestamp,
        line: Int
    ) throws(Rejection) {
        let stamp = judge(time, of: device)
        let time = stamp.time
        guard time >= .year2000 else { throw .time }
        if let latest, time > latest { return report("is stamped later than \(latest.iso8601)", line: line) }
        if stamp.verdict == .rolledOver { rolledOver += 1 }
        let arrival = max(time, newest[device] ?? time)
        newest[device] = arrival
        newestOfAll = max(newestOfAll ?? time, time)
        let observation = Observation(time: time, arrival: arrival, fix: reading.fix, wifi: reading.wifi)
        entries.append(TrackEntry(device: device, observation: observation))
    }

    /// By the newest time of the device, or before it has one by that of all; the first of a file stays.
    private func judge(_ time: Timestamp, of device: Identifier) -> JudgedStamp {
        guard let newest = newest[device] ?? newestOfAll else {
            return JudgedStamp(time: time, verdict: .asIs)
        }
        return Self.stamps.judge(time, arrival: newest)
    }

    /// Keeps what is wrong with a line, counted from 1, or with the file as a whole, 0.
    mutating func report(_ reason: String, line: Int = 0) {
        problems.append(TrackProblem(file: file, line: line, reason: reason))
        hasProblems = true
    }

    /// Gives what was gathered, and begins anew with the same memory of times.
    mutating func removeAll() -> (entries: [TrackEntry], problems: [TrackProblem]) {
        defer { (entries, problems) = ([], []) }
        return (entries, problems)
    }

    /// The device that the file is named after; nil, with a note in the report, where that is no name for
    /// one.
    mutating func namedDevice() -> Identifier? {
        do {
            return try Identifier(TrackName(file).stem)
        } catch {
            report("its name is the device's, and \(error); rename the file")
            return nil
        }
    }
}
