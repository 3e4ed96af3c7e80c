import GeofenceCore

/// Reads tracks of every format, known by the file's name.
///
/// A line that can't be used is reported, and the others count.
struct TrackReader {
    private(set) var problems: [TrackProblem] = []
    /// How many stamps were 1,024 weeks off and put right.
    private(set) var rolledOver = 0
    /// Entries of later times are reported and not used; nil: all are.
    var latest: Timestamp?

    /// What was put right, for a person; nil where nothing was.
    var repairs: String? {
        switch rolledOver {
        case 0: nil
        case 1: "1 time was 1,024 weeks too old, as after a GPS week rollover, and was set right"
        default:
            "\(rolledOver) times were 1,024 weeks too old, as after a GPS week rollover, and were set right"
        }
    }

    /// Reads a file, `-` for standard input in JSON lines; its lines keep their order.
    mutating func read(_ file: String) -> [TrackEntry] {
        do {
            return read(try FileContents(path: file == "-" ? "/dev/stdin" : file).bytes, file: file)
        } catch {
            problems.append(TrackProblem(file: file, line: 0, reason: "\(error)"))
            return []
        }
    }

    /// Reads the bytes of a file.
    mutating func read(_ bytes: [UInt8], file: String) -> [TrackEntry] {
        var intake = TrackImporter(file: file, latest: latest)
        if bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF]) {
            intake.report("is in UTF-16; save it in UTF-8")
        } else {
            Self.read(bytes, into: &intake)
        }
        problems += intake.problems
        rolledOver += intake.rolledOver
        return intake.entries
    }

    private static func read(_ bytes: [UInt8], into intake: inout TrackImporter) {
        switch TrackFormat(file: intake.file) {
        case .jsonLines: JSONLinesTrack().read(bytes, into: &intake)
        case .gpx: GPXTrack.read(bytes, into: &intake)
        case .csv: CSVTrack.read(bytes, into: &intake)
        case .nmea: NMEATrack.read(bytes, into: &intake)
        case nil:
            intake.report("is of no known format; the name of a track ends in .jsonl, .gpx, .csv or .nmea")
        }
    }
}
