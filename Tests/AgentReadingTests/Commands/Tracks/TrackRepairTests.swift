import GeofenceCore
import Testing

@testable import geofence_agent

@Suite struct TrackRepairTests {
    private static let first = 1_777_879_800
    private static let rollover = 1024 * 7 * 86_400
    private static let month = 30 * 86_400

    /// Seconds after the first stamp, as read and as taken, and how many were put right.
    @Test(
        arguments: [
            ([0, 10], [0, 10], 0), ([0, 10 - rollover, 20], [0, 10, 20], 1),
            ([0, 3600 - rollover, 7200 - rollover], [0, 3600, 7200], 2),
            ([0, month - rollover], [0, month], 1),
            ([0, month + 1 - rollover], [0, month + 1 - rollover], 0),
            ([0, -month - rollover], [0, -month], 1), ([-rollover, 0, 10], [-rollover, 0, 10], 0),
        ] as [([Int], [Int], Int)]
    )
    func `puts stamps right that are 1,024 weeks older than those before`(
        _ read: [Int],
        _ taken: [Int],
        _ repaired: Int
    ) {
        var reader = TrackReader()
        let entries = reader.read(Self.lines(read), file: "van.jsonl")
        let times = entries.map { Int($0.observation.time.milliseconds / 1000) - Self.first }
        #expect((times, reader.rolledOver) == (taken, repaired))
    }

    @Test(
        arguments: [
            (0, nil), (1, "1 time was 1,024 weeks too old, as after a GPS week rollover, and was set right"),
            (2, "2 times were 1,024 weeks too old, as after a GPS week rollover, and were set right"),
        ] as [(Int, String?)]
    )
    func `tells how many there were in all tracks`(_ count: Int, _ expected: String?) {
        var reader = TrackReader()
        for file in 0..<2 {
            let isOff = file < count
            _ = reader.read(Self.lines([0, isOff ? 10 - Self.rollover : 10]), file: "\(file).jsonl")
        }
        #expect(reader.repairs == expected)
    }

    private static func lines(_ seconds: [Int]) -> [UInt8] {
        let lines = seconds.map { #"{"device":"van","tst":\#(first + $0),"lat":52.5,"lon":13.4}"# + "\n" }
        return Array(lines.joined().utf8)
    }
}
