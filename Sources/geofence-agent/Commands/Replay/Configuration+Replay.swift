import GeofenceCore

extension Configuration {
    /// What would have been published of tracks, as JSON lines: of this, fences and rules count.
    func replay(
        _ tracks: [[TrackEntry]],
        includesStatus: Bool = false,
        explains: Bool = false
    ) -> [UInt8] {
        let engine = Engine(
            fences: fences + itineraries.flatMap { $0.fences(rules) },
            reportAllUpTo: status.allUpTo,
            stream: stream,
            places: places.rules
        )
        var replay = Replay(
            engine: engine,
            includesStatus: includesStatus,
            explains: explains,
            points: pois.map { .init(pois: $0, rules: rules) },
            additions: additions,
            filter: filter(ofTrack:)
        )
        for entry in TrackMerge(tracks) { replay.play(entry) }
        return replay.finish()
    }
}
