import GeofenceCore

/// Goes through several tracks at once, always on with the one whose next entry is the oldest; of equals, with the first track.
///
/// Within a track the order stays as it is: what comes late there comes late here.
struct TrackMerge: Sequence, IteratorProtocol {
    private var tracks: [ArraySlice<TrackEntry>]

    init(_ tracks: [[TrackEntry]]) {
        self.tracks = tracks.map { $0[...] }
    }

    mutating func next() -> TrackEntry? {
        let heads = tracks.indices.compactMap { index in
            tracks[index].first.map { (time: $0.observation.time, index: index) }
        }
        guard let oldest = heads.min(by: { $0.time < $1.time }) else { return nil }
        return tracks[oldest.index].popFirst()
    }
}
