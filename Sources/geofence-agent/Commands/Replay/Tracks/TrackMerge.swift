import GeofenceCore

/// Goes through several tracks at once, always on with the one whose next entry is the oldest; of equals,
/// with the first track.
///
/// Within a track the order stays as it is: what comes late there comes late here.
/// - Complexity: O(log k) comparisons an entry of k tracks.
struct TrackMerge: Sequence, IteratorProtocol {
    private struct Head {
        let time: Timestamp
        let track: Int
    }

    private var tracks: [ArraySlice<TrackEntry>]
    /// The next entry of every track that has one, the first to come last.
    private var heads: [Head] = []

    init(_ tracks: [[TrackEntry]]) {
        self.tracks = tracks.map { $0[...] }
        for track in tracks.indices { enqueue(track) }
    }

    mutating func next() -> TrackEntry? {
        guard let head = heads.popLast() else { return nil }
        let entry = tracks[head.track].popFirst()
        enqueue(head.track)
        return entry
    }

    /// Puts a track in its place among the others, which is near the end as long as it goes on being the
    /// oldest.
    private mutating func enqueue(_ track: Int) {
        guard let time = tracks[track].first?.observation.time else { return }
        var (low, high) = (0, heads.count)
        while low < high {
            let middle = (low + high) / 2
            let other = heads[middle]
            if (time, track) < (other.time, other.track) { low = middle + 1 } else { high = middle }
        }
        heads.insert(Head(time: time, track: track), at: low)
    }
}
