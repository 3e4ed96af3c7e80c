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
    var repairs: String? { Self.repairs(rolledOver) }

    /// What to say of so many stamps.
    static func repairs(_ count: Int) -> String? {
        switch count {
        case 0: nil
        case 1: "1 time was 1,024 weeks too old, as after a GPS week rollover, and was set right"
        default: "\(count) times were 1,024 weeks too old, as after a GPS week rollover, and were set right"
        }
    }

    /// Reads the bytes of a file.
    mutating func read(_ bytes: [UInt8], file: String) -> [TrackEntry] {
        read(TrackStream(bytes, file: file, latest: latest, piece: bytes.count + 1))
    }

    /// Reads all of a track, which is then in memory.
    mutating func read(_ stream: TrackStream) -> [TrackEntry] {
        var stream = stream
        var entries: [TrackEntry] = []
        while let entry = stream.next() { entries.append(entry) }
        problems += stream.problems
        rolledOver += stream.rolledOver
        return entries
    }
}
