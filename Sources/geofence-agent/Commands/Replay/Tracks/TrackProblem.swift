/// A line of a track that can't be used.
struct TrackProblem: Hashable, Sendable, CustomStringConvertible {
    var file: String
    /// Counted from 1; 0 is the file as a whole.
    var line: Int
    var reason: String

    var description: String { line == 0 ? "\(file): \(reason)" : "\(file):\(line): \(reason)" }
}
