import GeofenceCore
import Testing

@testable import geofence_agent

@Suite struct ReplayTests {
    /// A circle with holds and a dwell, and a network.
    private static let fences: [Fence] = {
        var depot = Rules()
        depot.exitAfter = 20
        depot.dwell = [30]
        let center = try? Coordinate(latitude: 52.5, longitude: 13.4)
        let circle = center.flatMap { try? Circle(center: $0, radius: 100) }
        return [
            ("depot", circle, [], depot),
            ("guest", nil, [WiFiPattern.ssid("Guest")], Rules()),
        ].compactMap { id, circle, wifi, rules in
            try? Fence(id: Identifier(id), shape: circle.map(Shape.circle), wifi: wifi, rules: rules)
        }
    }()

    private func replay(
        _ tracks: String...,
        fences: [Fence] = Self.fences,
        status: Bool = false
    ) -> [String] {
        var reader = TrackReader()
        let entries = tracks.map { reader.read(Array($0.utf8), file: "track") }
        var replay = Replay(engine: Engine(fences: fences), includesStatus: status)
        for entry in TrackMerge(entries) { replay.play(entry) }
        return String(decoding: replay.finish(), as: UTF8.self).split(separator: "\n").map(String.init)
    }

    private func ids(_ lines: [String]) -> [String] {
        lines.compactMap {
            $0.split(separator: "\"id\":\"").last?.split(separator: "\"").first.map(String.init)
        }
    }

    @Test func `prints events as the agent publishes them`() {
        let lines = replay(
            """
            {"device":"van","time":"2026-05-04T07:30:00Z","latitude":52.6,"longitude":13.4}
            {"device":"van","time":"2026-05-04T07:30:10Z","latitude":52.5,"longitude":13.4,"accuracy":8}
            """
        )
        #expect(
            lines == [
                """
                {"event":"enter","id":"van/depot/2026-05-04T07:30:10.000Z/enter","device":"van","fence":"depot",\
                "name":"depot","time":"2026-05-04T07:30:10.000Z","latitude":52.5,"longitude":13.4,"accuracy":8,\
                "via":["region"],"cause":"position","confidence":1,\
                "visit":"van/depot/2026-05-04T07:30:10.000Z","seq":1}
                """
            ]
        )
    }

    /// A hold of each of two devices ends at 7:30:40, when the second one is heard of again, and a third one
    /// comes.
    @Test func `timers of one moment come before what is observed at it, in the order of the devices`() {
        func entry(_ device: String, _ second: Int, _ latitude: Double) -> String {
            """
            {"device":"\(device)","time":"2026-05-04T07:30:\(second)Z","latitude":\(latitude),"longitude":13.4}
            """
        }
        let first = [entry("b", 10, 52.5), entry("b", 20, 52.51), entry("b", 50, 52.51)]
        let second = [entry("a", 11, 52.5), entry("a", 20, 52.51), entry("a", 40, 52.51)]
        let third = [entry("c", 12, 52.51), entry("c", 40, 52.5)]
        let lines = replay(
            first.joined(separator: "\n"),
            second.joined(separator: "\n"),
            third.joined(separator: "\n")
        )
        #expect(
            ids(lines) == [
                "b/depot/2026-05-04T07:30:10.000Z/exit", "a/depot/2026-05-04T07:30:11.000Z/exit",
                "c/depot/2026-05-04T07:30:40.000Z/enter",
            ]
        )
    }

    @Test func `prints statuses before the events that they come with, if asked`() {
        let lines = replay(
            """
            {"device":"van","tst":1777879800,"ssid":"Other"}
            {"device":"van","tst":1777879810,"ssid":"Guest"}
            """,
            status: true
        )
        let beginnings = [
            #"{"device":"van","fence":"depot","status":"unknown","#,
            #"{"device":"van","fence":"guest","status":"outside","#,
            #"{"device":"van","fence":"guest","status":"inside","#,
            #"{"event":"enter","id":"van/guest/2026-05-04T07:30:10.000Z/enter","#,
        ]
        #expect(zip(lines, beginnings).allSatisfy { $0.hasPrefix($1) }, "\(lines)")
        #expect(lines.count == beginnings.count)
    }

    @Test func `merges tracks by time and runs the timers of all devices up to the newest`() {
        let van = """
            {"device":"van","tst":1777879800,"lat":52.6,"lon":13.4}
            {"device":"van","tst":1777879810,"lat":52.5,"lon":13.4}
            {"device":"van","tst":1777879815,"lat":52.6,"lon":13.4}
            """
        let bike = """
            {"device":"bike","tst":1777879800,"lat":52.6,"lon":13.4}
            {"device":"bike","tst":1777879834,"lat":52.5,"lon":13.4}
            {"device":"bike","tst":1777879864,"lat":52.5,"lon":13.4}
            """
        #expect(
            ids(replay(van, bike)) == [
                "van/depot/2026-05-04T07:30:10.000Z/enter",
                "bike/depot/2026-05-04T07:30:34.000Z/enter",
                "van/depot/2026-05-04T07:30:10.000Z/exit",
                "bike/depot/2026-05-04T07:30:34.000Z/dwell-30",
            ]
        )
    }

    @Test func `a late line of a track stays late`() {
        let lines = replay(
            """
            {"device":"van","tst":1777879800,"lat":52.6,"lon":13.4}
            {"device":"van","tst":1777879820,"lat":52.6,"lon":13.4}
            {"device":"van","tst":1777879810,"lat":52.5,"lon":13.4}
            """
        )
        #expect(lines.isEmpty)
    }

    @Test func `takes tracks of several devices one after the other in one file`() {
        let lines = replay(
            """
            {"device":"van","tst":1777879800,"lat":52.6,"lon":13.4}
            {"device":"van","tst":1777970000,"lat":52.6,"lon":13.4}
            {"device":"bike","tst":1777879800,"lat":52.5,"lon":13.4}
            {"device":"bike","tst":1777879810,"lat":52.6,"lon":13.4}
            {"device":"bike","tst":1777879820,"lat":52.5,"lon":13.4}
            """
        )
        #expect(ids(lines) == ["bike/depot/2026-05-04T07:30:00.000Z/dwell-30"])
    }

    @Test func `what the leader of a fence brings of others follows what was said of them before`() throws {
        let follow = try Follow(device: Identifier("lead"), radius: 100)
        let convoy = try Fence(id: Identifier("convoy"), shape: nil, follows: follow)
        let lines = replay(
            """
            {"device":"van","tst":1777879900,"lat":52.6,"lon":13.4}
            {"device":"lead","tst":1777879800,"lat":52.5,"lon":13.4}
            """,
            fences: [convoy],
            status: true
        )
        let told = lines.filter { $0.contains(#""device":"van""#) }.compactMap { line in
            line.split(separator: #""status":""#).last?.split(separator: "\"").first
        }
        #expect(told == ["unknown", "outside"])
    }

    @Test func `what is said of a device depends on its own lines alone`() {
        let van = """
            {"device":"van","tst":1777879800,"lat":52.6,"lon":13.4}
            {"device":"van","tst":1777879810,"lat":52.5,"lon":13.4}
            {"device":"van","tst":1777879815,"lat":52.6,"lon":13.4}

            """
        let bike = #"{"device":"bike","tst":1777879900,"lat":52.6,"lon":13.4}"# + "\n"
        let back = #"{"device":"van","tst":1777879820,"lat":52.5,"lon":13.4}"#
        #expect(
            ids(replay(van + bike + back)) == [
                "van/depot/2026-05-04T07:30:10.000Z/enter", "van/depot/2026-05-04T07:30:10.000Z/dwell-30",
            ]
        )
    }

    @Test func `tells lines that are of no use, and takes the others`() {
        var reader = TrackReader()
        let entries = reader.read(
            Array(
                """
                {"tst":1777879800,"lat":52.6,"lon":13.4}
                {"device":"van","lat":52.6,"lon":13.4}
                {"device":"van","tst":1777879800,"lat":91,"lon":13.4}
                {"device":"a/b","tst":1777879800,"lat":52.6,"lon":13.4}
                [1,2]
                {"device":
                {"device":"van","tst":1777879800,"lat":52.6,"lon":13.4}

                """.utf8
            ),
            file: "day.jsonl"
        )
        #expect(entries.map(\.device.description) == ["van"])
        #expect(
            reader.problems.map { "\($0)" } == [
                #"day.jsonl:1: needs "device", and "latitude" and "longitude", or "ssid" or "bssid""#,
                #"day.jsonl:2: needs "time" in ISO 8601, or "tst" in seconds since 1970, from the year 2000 on"#,
                "day.jsonl:3: has a number beyond its range: latitude -90 to 90, longitude -180 to 180, accuracy from 0",
                "day.jsonl:4: has a device that can't be part of a topic: 1 to 128 bytes without /, + and #",
                "day.jsonl:5: is no JSON object",
                "day.jsonl:6: is no JSON; each line is one object",
            ]
        )
    }
}
