import GeofenceCore
import NoiseCorpus
import Testing

/// Recorded ways, and how they are judged.
@Suite struct RecordingTests {
    /// A person who is at a place but for two minutes 500 m north of it, with a fix every 10 s, and one who
    /// is seen once.
    private func text() -> String {
        var lines = ["lat,lng,datetime,uid"]
        for index in 0..<90 {
            let (minute, second) = (index / 6, index % 6 * 10)
            let isAway = (30..<42).contains(index)
            let time = "2008-10-23 05:\(minute < 10 ? "0" : "")\(minute):\(second == 0 ? "00" : "\(second)")"
            lines.append("\(isAway ? "39.9845" : "39.98"),116.32,\(time),001")
        }
        lines.append("39.98,116.32,2008-10-23 05:00:00,002")
        return lines.joined(separator: "\n") + "\n"
    }

    @Test func `is read by person, in order of time`() throws {
        let ways = try Recording(text()).ways
        #expect(ways.map(\.person) == ["001", "002"])
        #expect(ways.map(\.fixes.count) == [90, 1])
        #expect(ways[0].fixes[1].time == Timestamp(iso8601: "2008-10-23T05:00:10Z"))
    }

    @Test(arguments: [
        "39.98,116.32,2008-10-23 05:00:00", "x,116.32,2008-10-23 05:00:00,1", "39.98,116.32,today,1",
        "91,0,2008-10-23 05:00:00,1",
    ])
    func `a line that is no fix is an error with its number`(_ line: String) {
        let text = "lat,lng,datetime,uid\n\(line)\n"
        let problem = #expect(throws: Recording.Problem.self) { try Recording(text) }
        #expect(problem?.description == "line 2: no latitude, longitude, time and person")
    }

    @Test func `circles have edges within 40 m of where most time was spent, in each direction`() throws {
        let fixes = try Recording(text()).ways[0].fixes
        let way = try RecordedWay(fixes, circles: 60, places: 1, seed: 1)
        let distances = way.circles.map { Geodesic.distance($0.center, fixes[0].place) - $0.radius }
        // The middle of a square of 50 m may be 36 m off.
        #expect(distances.allSatisfy { abs($0) < 76 })
        #expect(distances.contains { $0 < 0 } && distances.contains { $0 > 0 })
    }

    @Test func `the truth is the median of two minutes, so a stray fix is none`() throws {
        var fixes = try Recording(text()).ways[0].fixes
        fixes[10].place = try Coordinate(latitude: 40, longitude: 116.32)
        let truth = try RecordedWay(fixes, circles: 0, places: 1, seed: 1).truth()
        #expect(Geodesic.distance(truth[10], fixes[0].place) < 0.1)
        #expect(Geodesic.distance(truth[36], fixes[36].place) < 0.1)
    }

    @Test func `changes, time on the wrong side and missed stays are counted`() {
        var score = RecordedScore()
        let seconds = (0..<10).map { Int64($0 * 60) }
        let truly = [true, true, true, false, false, false, true, true, true, false]
        score.add(
            seconds,
            truly: truly,
            judged: [true, true, false, true, false, false, false, false, false, false]
        )
        #expect(score.trueChanges == 3 && score.changes == 3)
        #expect(score.wrongSeconds == 300 && score.seconds == 540)
        #expect(score.stays == 2 && score.missed == 1)
    }

    @Test func `rules are held against the truth`() throws {
        let way = try RecordedWay(try Recording(text()).ways[0].fixes, circles: 20, places: 1, seed: 1)
        let score = try way.score(Setting("off", rest: .off), truth: try way.truth())
        #expect(score.trueChanges > 0 && score.changes == score.trueChanges)
        #expect(score.missed == 0 && score.stays > 0)
    }
}
