import GeofenceCore
@testable import geofence_agent

/// What holds for the contents of every track, whichever kind of file they stand in.
enum TrackProperties {
    private static let kinds = ["jsonl", "gpx", "csv", "nmea"]

    static func check(_ bytes: [UInt8]) throws(Finding) {
        for kind in kinds { try check(bytes, file: "van.\(kind)") }
    }

    private static func check(_ bytes: [UInt8], file: String) throws(Finding) {
        let (entries, problems) = read(bytes, file)
        let again = read(bytes, file)
        try requireSame(again.entries, entries, "a track that is read twice")
        try requireSame(again.problems, problems, "the problems of a track that is read twice")
        let lines = bytes.count { $0 == UInt8(ascii: "\n") } + 1
        for problem in problems {
            try require((0...lines).contains(problem.line), "a line beyond the file: \(problem)")
            try require(!problem.reason.isEmpty, "without a reason: \(problem)")
        }
        for entry in entries { try check(entry) }
        for stream in StreamRules.all { try drive(entries.prefix(50), stream) }
    }

    private static func read(
        _ bytes: [UInt8],
        _ file: String
    ) -> (entries: [TrackEntry], problems: [TrackProblem]) {
        var reader = TrackReader()
        let entries = reader.read(bytes, file: file)
        return (entries, reader.problems)
    }

    private static func check(_ entry: TrackEntry) throws(Finding) {
        let observation = entry.observation
        try ReadingProperties.check(
            Reading(
                device: entry.device,
                time: observation.time,
                fix: observation.fix,
                wifi: observation.wifi
            )
        )
    }

    /// Gives the observations to an engine, in whatever order they stand.
    private static func drive(_ entries: ArraySlice<TrackEntry>, _ stream: StreamRules) throws(Finding) {
        guard let last = entries.map(\.observation.time).max() else { return }
        var engine = Engine(fences: StoredProperties.known, stream: stream)
        var effects = Effects()
        for entry in entries {
            _ = engine.advance(to: entry.observation.time, &effects)
            _ = engine.observe(entry.observation, device: engine.admit(entry.device), &effects)
        }
        try EngineProperties.check(engine, effects)
        try EngineProperties.checkTimers(&engine, from: last)
    }
}
