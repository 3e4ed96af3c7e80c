import GeofenceCore

/// Gathers what is found in the file of one track, in its order.
struct TrackIntake {
    let file: String
    private(set) var entries: [TrackEntry] = []
    private(set) var problems: [TrackProblem] = []
    private var newest: [Identifier: Timestamp] = [:]
    private var newestOfAll: Timestamp?

    init(file: String) {
        self.file = file
    }

    /// Takes an entry: it arrives at its own time, or, if it is late, at the newest time that its device had in this file.
    ///
    /// - Throws: `time` for a stamp before 2000.
    mutating func take(_ reading: Reading, device: Identifier, at time: Timestamp) throws(Rejection) {
        let time = GPSWeeks.repaired(time, after: newest[device] ?? newestOfAll)
        guard time >= .year2000 else { throw .time }
        let arrival = max(time, newest[device] ?? time)
        newest[device] = arrival
        newestOfAll = max(newestOfAll ?? time, time)
        let observation = Observation(time: time, arrival: arrival, fix: reading.fix, wifi: reading.wifi)
        entries.append(TrackEntry(device: device, observation: observation))
    }

    /// Keeps what is wrong with a line, counted from 1, or with the file as a whole, 0.
    mutating func tell(_ reason: String, line: Int = 0) {
        problems.append(TrackProblem(file: file, line: line, reason: reason))
    }

    /// The device that the file is named after; nil, and told, where that is no name for one.
    mutating func namedDevice() -> Identifier? {
        do {
            return try Identifier(TrackName(file).stem)
        } catch {
            tell("its name is the device's, and \(error); rename the file")
            return nil
        }
    }
}

/// Receivers whose count of weeks has run over.
enum GPSWeeks {
    /// 1,024 weeks: GPS counts them in ten bits (IS-GPS-200, 20.3.3.3.1.1), and older receivers fall back by so much.
    static let rollover: Int64 = 1024 * 7 * 86_400_000
    private static let tolerance: Int64 = 30 * 86_400_000

    /// A stamp that is 1,024 weeks too old, to within 30 days of the newest one before it, put right; any other as it is.
    static func repaired(_ time: Timestamp, after newest: Timestamp?) -> Timestamp {
        guard let newest else { return time }
        let moved = time.advanced(byMilliseconds: rollover)
        return (-tolerance...tolerance).contains(moved.millisecondsSince(newest)) ? moved : time
    }
}
