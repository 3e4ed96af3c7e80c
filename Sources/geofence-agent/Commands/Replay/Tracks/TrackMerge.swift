import GeofenceCore

/// Goes through several tracks at once, always on with the one whose next entry is the oldest; of equals,
/// with the first track.
///
/// Within a track the order stays as it is: what comes late there comes late here. So nothing is sorted, and
/// of each track no more than a piece is in memory.
/// - Complexity: O(log k) comparisons an entry of k tracks.
struct TrackMerge: Sequence, IteratorProtocol {
    private struct Head {
        let time: Timestamp
        let track: Int
    }

    private var tracks: [TrackStream]
    /// The next entry of every track that has one, the first to come last.
    private var heads: [Head] = []
    /// What was wrong with lines since it was asked for last.
    private var problems: [TrackProblem] = []
    /// Lines that could not be used, so far.
    private(set) var problemCount = 0

    init(_ tracks: [TrackStream]) {
        self.tracks = tracks
        for track in tracks.indices { enqueue(track) }
    }

    /// Merges entries that are at hand.
    init(_ tracks: [[TrackEntry]]) { self.init(tracks.map { TrackStream($0) }) }

    mutating func next() -> TrackEntry? {
        guard let head = heads.popLast() else { return nil }
        let entry = tracks[head.track].next()
        enqueue(head.track)
        return entry
    }

    /// What was wrong with lines since it was asked for last.
    mutating func removeProblems() -> [TrackProblem] {
        guard !problems.isEmpty else { return [] }
        defer { problems = [] }
        return problems
    }

    /// Whether there are entries, or problems that nobody has asked for.
    var isOpen: Bool { !heads.isEmpty || !problems.isEmpty }

    /// Bytes of all files that have been read.
    private(set) var bytesRead = 0

    /// Bytes of all files; nil where one has no size, as a pipe.
    var size: Int? {
        let sizes = tracks.compactMap(\.size)
        return sizes.count == tracks.count ? sizes.reduce(0, +) : nil
    }

    /// What was put right, for a person; nil where nothing was.
    var repairs: String? { TrackReader.repairs(tracks.reduce(0) { $0 + $1.rolledOver }) }

    /// Puts a track in its place among the others, which is near the end as long as it goes on being the
    /// oldest.
    private mutating func enqueue(_ track: Int) {
        let before = tracks[track].bytesRead
        let entry = tracks[track].peek()
        bytesRead += tracks[track].bytesRead - before
        let found = tracks[track].removeProblems()
        if !found.isEmpty {
            problems += found
            problemCount += found.count
        }
        guard let time = entry?.observation.time else { return }
        var (low, high) = (0, heads.count)
        while low < high {
            let middle = (low + high) / 2
            let other = heads[middle]
            if (time, track) < (other.time, other.track) { low = middle + 1 } else { high = middle }
        }
        heads.insert(Head(time: time, track: track), at: low)
    }
}
