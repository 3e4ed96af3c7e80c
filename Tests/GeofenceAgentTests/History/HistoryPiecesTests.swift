import GeofenceCore
import Testing

@testable import AgentTestSupport
@testable import geofence_agent

/// Files of any size are imported piece by piece.
@Suite struct HistoryPiecesTests {
    private static let files = [
        (
            "a.jsonl",
            """
            {"device":"van","tst":1580457600,"lat":48,"lon":2}

            {"event":"enter","id":"e1","device":"van","time":"2020-01-31T08:00:00Z"}
            {"device":"van","tst":1580457660,"lat":948,"lon":2}
            {"device":"van","latitude":48,"longitude":2,"arrival":"2020-01-31T08:00:00Z","departure":"2020-01-31T09:00:00Z"}
            {"event":"exit","device":"van"}
            nonsense
            {"device":"van","tst":1580457720,"lat":48.1,"lon":2,"ssid":"\\u0041"}
            """
        ),
        (
            "anna.csv",
            """
            id1,8.5,POINT(2.35 48.85),2020-01-31 08:00:00+00,2020-01-31 09:30:00+00

            id2,100,"POINT
             (2.36 48.86)",2020-01-31 10:00:00+02,
            id3,8,POINT(2.35),2020-01-31 08:00:00+00,2020-01-31 09:00:00+00
            id4,8,"open,2020-01-31 08:00:00+00
            id5,0,POINT(2.35 48.85),2020-02-01 08:00:00+00,2020-02-01 09:00:00+00
            """
        ), ("bare.csv", "48.85;2.35;12.34;1580457600\r\n48.8;2.3;x;1580457660\r\n48.8;2.3;0;1580457660"),
        (
            "titled.csv",
            "date,lat,lng,type,accuracy,arrival,departure\n2020-01-31 08:00:00,48,2,location,5,,\n,49,2,POI,,,\n,48,2,visit,7,2020-01-31 08:00:00,2020-01-31 09:00:00\n"
        ), ("track.csv", "time,latitude,longitude\n2020-01-31T08:00:00Z,48,2\n2020-01-31T08:01:00Z,98,2\n"),
        ("events.csv", HistoryCSV.header(.events) + "\n"), ("empty.csv", ""), ("empty.jsonl", "\n"),
    ]

    /// All that an import came to, in words.
    private static func read(_ file: (String, String), _ piece: Int, rows: Int = .max) -> [String] {
        var imported = HistoryImport(at: AgentDriver.at(0))
        (imported.piece, imported.rowsAtOnce) = (piece, rows)
        var kept: [String] = []
        imported.sink = { batch in
            kept += batch.positions.flatMap { device, rows in rows.map { "\(device) \($0)" } }
            kept += batch.networks.flatMap { device, rows in rows.map { "\(device) \($0)" } }
            kept += batch.events.map { "\($0)" } + batch.visits.map { "\($0)" }
            return true
        }
        imported.read(Array(file.1.utf8), file: file.0)
        imported.flush()
        let problems = imported.problems.map(\.description).sorted()
        return kept.sorted() + problems + ["\(imported.counts) \(imported.passedOver)"]
    }

    @Test(arguments: files) func `the size of the pieces is no matter`(_ file: (String, String)) {
        let whole = Self.read(file, 1 << 20)
        for piece in [1, 2, 3, 7, 16, 50, 100, 1000] {
            #expect(Self.read(file, piece) == whole, "\(piece)")
            #expect(Self.read(file, piece, rows: 1) == whole, "\(piece), row by row")
        }
    }

    @Test func `what files hold, at a glance`() {
        let counts = Self.files.map { Self.read($0, 1 << 20).last ?? "" }
        let expected = [(2, 1, 1, 1, 0), (0, 0, 0, 3, 0), (2, 0, 0, 0, 0), (1, 0, 0, 1, 1), (1, 0, 0, 0, 0)]
        for (count, (positions, networks, events, visits, passed)) in zip(counts, expected) {
            let all = HistoryCount(
                positions: positions,
                networks: networks,
                events: events,
                visits: visits
            )
            #expect(count == "\(all) \(passed)")
        }
    }

    @Test func `rows go on before there are many, and none are left behind`() {
        var imported = HistoryImport(at: AgentDriver.at(0))
        (imported.piece, imported.rowsAtOnce) = (64, 10)
        var sizes: [Int] = []
        imported.sink = { batch in
            sizes.append(batch.positions.reduce(0) { $0 + $1.rows.count })
            return true
        }
        let lines = (0..<45).map {
            "{\"device\":\"v\($0 % 3)\",\"tst\":\(1_580_457_600 + $0),\"lat\":1,\"lon\":2}\n"
        }
        imported.read(Array(lines.joined().utf8), file: "a.jsonl")
        imported.flush()
        #expect(sizes == [10, 10, 10, 10, 5] && imported.positions.isEmpty)
        #expect(imported.counts.positions == 45)
    }

    @Test func `a store that is full ends the reading`() {
        var imported = HistoryImport(at: AgentDriver.at(0))
        (imported.piece, imported.rowsAtOnce) = (16, 1)
        imported.sink = { _ in false }
        let line = "48.85;2.35;12.34;1580457600\n"
        imported.read(Array(String(repeating: line, count: 1000).utf8), file: "a.csv")
        #expect(imported.counts.positions < 5)
    }
}
