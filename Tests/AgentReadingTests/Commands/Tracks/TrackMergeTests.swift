import BenchmarkSupport
import GeofenceCore
import Testing

@testable import geofence_agent

@Suite struct TrackMergeTests {
    private static func entry(_ track: Int, _ time: Int64) throws -> TrackEntry {
        let time = Timestamp(milliseconds: time)
        return TrackEntry(
            device: try Identifier("\(track)"),
            observation: Observation(time: time, arrival: time)
        )
    }

    /// The same by looking at every head each time.
    private static func merged(_ tracks: [[TrackEntry]]) -> [TrackEntry] {
        var (rest, merged) = (tracks, [TrackEntry]())
        while let track = rest.indices.filter({ !rest[$0].isEmpty }).min(by: {
            rest[$0][0].observation.time < rest[$1][0].observation.time
        }) {
            merged.append(rest[track].removeFirst())
        }
        return merged
    }

    @Test func `goes on with the oldest head, of equals with the first track`() throws {
        let times: [[Int64]] = [[5, 3, 9], [3, 3], [], [4, 9]]
        let entries = try times.enumerated().map { track, times in
            try times.map { time in try Self.entry(track, time) }
        }
        let told = TrackMerge(entries).map { "\($0.device):\($0.observation.time.milliseconds)" }
        #expect(told == ["1:3", "1:3", "3:4", "0:5", "0:3", "0:9", "3:9"])
    }

    @Test(arguments: 0..<20 as Range<UInt64>)
    func `is what looking at every head gives`(_ seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let tracks = try (0..<Int(random.next() % 9)).map { track in
            try (0..<Int(random.next() % 30)).map { _ in try Self.entry(track, Int64(random.next() % 40)) }
        }
        #expect(Array(TrackMerge(tracks)) == Self.merged(tracks), "seed \(seed)")
    }
}
