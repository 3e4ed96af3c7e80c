import GeofenceCore

extension Configuration {
    /// What is to play tracks: of this, fences and rules count.
    func replaying(includesStatus: Bool = false, explains: Bool = false) -> Replay {
        let engine = Engine(
            fences: fences + itineraries.flatMap { $0.fences(rules) },
            reportAllUpTo: status.allUpTo,
            stream: stream,
            places: places.rules
        )
        return Replay(
            engine: engine,
            includesStatus: includesStatus,
            explains: explains,
            points: pois.map { .init(pois: $0, rules: rules) },
            additions: additions,
            filter: filter(ofTrack:)
        )
    }

    /// What would have been published of tracks that are at hand, as JSON lines.
    func replay(_ tracks: [[TrackEntry]]) -> [UInt8] {
        var replay = replaying()
        for entry in TrackMerge(tracks) { replay.play(entry) }
        return replay.finish()
    }
}
