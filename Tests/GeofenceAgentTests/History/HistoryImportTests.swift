import BenchmarkSupport
import GeofenceCore
import Testing

@testable import AgentTestSupport
@testable import geofence_agent

@Suite struct HistoryImportTests {
    /// What a file brings: positions, visits, and what is wrong with it.
    private static func read(
        _ text: String,
        _ file: String = "anna.csv",
        _ change: (inout HistoryImport) -> Void = { _ in }
    ) -> [String] {
        var news = HistoryImport(at: AgentDriver.at(0))
        change(&news)
        news.read(Array(text.utf8), file: file)
        let positions = news.positions.sorted { $0.key < $1.key }.flatMap { device, rows in
            rows.map {
                "\(device) \(HistoryNumber.time($0.time)) \($0.latitude) \($0.longitude) \($0.accuracy ?? -1)"
            }
        }
        let visits = news.visits.map { visit in
            let departure = visit.departure.map(HistoryNumber.time) ?? "-"
            return "\(visit.id) \(departure) \(visit.latitude) \(visit.longitude) \(visit.accuracy ?? -1)"
        }
        let passed = news.passedOver > 0 ? ["passed over \(news.passedOver)"] : []
        return positions + visits + passed + news.problems.map(\.description)
    }

    @Test func `takes visits without a header, and tells bad lines alone`() {
        let text = """
            id1,8.5,POINT(2.35 48.85),2020-01-31 08:00:00+00,2020-01-31 09:30:00+00,zone,HOME
            id2,100,"POINT (2.36 48.86)",2020-01-31 10:00:00+02,
            id3,8,POINT(2.35),2020-01-31 08:00:00+00,2020-01-31 09:00:00+00
            id4,8,POINT(2.35 98.85),2020-01-31 08:00:00+00,2020-01-31 09:00:00+00
            id5,x,POINT(2.35 48.85),2020-01-31 08:00:00+00,2020-01-31 09:00:00+00
            id6,8,POINT(2.35 48.85),yesterday,2020-01-31 09:00:00+00
            id7,8,POINT(2.35 48.85),2020-01-31 09:00:00+00,2020-01-31 08:00:00+00
            id8,8
            id9,0,POINT(2.35 48.85),2020-02-01 08:00:00+00,2020-02-01 09:00:00+00
            """
        #expect(
            Self.read(text) == [
                "anna/2020-01-31T08:00:00.000Z 2020-01-31T09:30:00.000Z 488500000 23500000 850",
                "anna/2020-01-31T08:00:00.000Z - 488600000 23600000 10000",
                "anna/2020-02-01T08:00:00.000Z 2020-02-01T09:00:00.000Z 488500000 23500000 -1",
                "anna.csv:3: its third cell is no place such as POINT(2.35 48.85)",
                "anna.csv:4: its third cell is no place such as POINT(2.35 48.85)",
                "anna.csv:5: its accuracy is no number of metres",
                "anna.csv:6: its arrival is no date and time",
                "anna.csv:7: departs before it arrives",
                "anna.csv:8: has 2 cells, and needs 5",
            ]
        )
    }

    @Test func `takes positions without a header, with either coordinate first`() {
        let text =
            "48.85;2.35;12.34;1580457600\r\n48.8;2.3;0;1580457660\r\n48.8;2.3;x;1580457660\r\n91;2;1;1580457660\r\n48;2;-1;1580457660"
        let good = [
            "anna 2020-01-31T08:00:00.000Z 488500000 23500000 1234",
            "anna 2020-01-31T08:01:00.000Z 488000000 23000000 -1",
            "anna.csv:3: has not the four numbers lat;lng;accuracy;epoch",
        ]
        let bad = [
            "anna.csv:4: is no place; where the longitude comes first say --longitude-first",
            "anna.csv:5: its accuracy is no number of metres",
        ]
        #expect(Self.read(text) == good + bad)
        #expect(
            Self.read("2.35;48.85;8;1580457600") { $0.isLongitudeFirst = true } == [
                "anna 2020-01-31T08:00:00.000Z 488500000 23500000 800"
            ]
        )
    }

    @Test func `takes the mixed table, and passes over points of interest`() throws {
        let text = """
            date,lat,lng,description,city,distance,zip,type,accuracy,arrival,departure
            2020-01-31 08:00:00 +0000,48.85,2.35,,,,,location,20.0,,
            2020-01-31 08:00:00 +0000,48.85,2.35,Shop,"Paris, 1er",12,75001,POI,,,
            2020-01-31 09:00:00 +0000,48.86,2.36,,,,,visit,15,2020-01-31 08:10:00 +0000,2020-01-31 09:00:00 +0000
            2020-01-31 08:00:00 +0000,48.85,2.35,,,,,walk,,,
            never,48.85,2.35,,,,,location,,,
            2020-01-31 08:05:00 +0000,48.85,2.35,,,,,location,abc,,
            2020-01-31 08:05:00 +0000,48.85,2.35,,,,,location,-1,,
            2020-01-31 09:00:00 +0000,48.86,2.36,,,,,visit,abc,2020-01-31 08:10:00 +0000,
            2020-01-31 08:06:00 +0000,Optional(48.85),2.35,,,,,location,,,
            """
        let bob = try Identifier("bob")
        #expect(
            Self.read(text) { $0.device = bob } == [
                "bob 2020-01-31T08:00:00.000Z 488500000 23500000 2000",
                "bob/2020-01-31T08:10:00.000Z 2020-01-31T09:00:00.000Z 488600000 23600000 1500",
                "passed over 1",
                "anna.csv:5: its type is \"walk\", not location, POI or visit",
                "anna.csv:6: has no date",
                "anna.csv:7: its accuracy is no number of metres",
                "anna.csv:8: its accuracy is no number of metres",
                "anna.csv:9: its accuracy is no number of metres",
                "anna.csv:10: is no place",
            ]
        )
    }

    @Test func `takes a plain table, and JSON lines of every kind`() {
        #expect(
            Self.read("device,time,lat,lon\nvan,2020-01-31T08:00:00Z,48.85,2.35\nvan,x,48.85,2.35\n") == [
                "van 2020-01-31T08:00:00.000Z 488500000 23500000 -1",
                "anna.csv:3: \(Rejection.time.trackAdvice)",
            ]
        )
        let lines = """
            {"event":"enter","id":"van/depot/x/enter","device":"van","time":"2020-01-31T08:00:00.000Z"}

            {"device":"van","time":"2020-01-31T08:00:00.000Z","latitude":48.85,"longitude":2.35,"accuracy":8}
            {"event":"enter","device":"van"}
            {"visit":"x","device":"van","arrival":"2020-01-31T08:00:00.000Z","latitude":48.85,"longitude":2.35,"positions":3}
            {"visit":"x","device":"van","arrival":"2020-01-31T08:00:00.000Z"}
            """
        #expect(
            Self.read(lines, "x.jsonl") == [
                "van 2020-01-31T08:00:00.000Z 488500000 23500000 800",
                "van/2020-01-31T08:00:00.000Z - 488500000 23500000 -1",
                "x.jsonl:4: is an event without \"id\" or \"time\"",
                "x.jsonl:6: is a visit without \"arrival\", or with no place",
            ]
        )
    }

    @Test(arguments: [
        ("bare.csv", "52;13;8;TIME", "epoch"), ("track.csv", "time,lat,lon\nTIME,52,13", "iso"),
        ("mixed.csv", "date,lat,lng,type,arrival\nTIME,52,13,location,", "iso"),
        ("mixed.csv", "date,lat,lng,type,arrival\n,52,13,visit,TIME", "iso"),
        ("visits.csv", "id,8,POINT(13 52),TIME,", "iso"),
        ("visits.csv", "id,8,POINT(13 52),2020-01-31T08:00:00Z,TIME", "iso"),
        ("t.jsonl", #"{"device":"van","time":"TIME","lat":52,"lon":13}"#, "iso"),
        ("t.jsonl", #"{"device":"van","arrival":"TIME","latitude":52,"longitude":13}"#, "iso"),
        (
            "t.jsonl",
            #"{"device":"van","arrival":"2020-01-31T08:00:00Z","departure":"TIME","latitude":52,"longitude":13}"#,
            "iso"
        ),
        ("t.jsonl", #"{"device":"van","event":"enter","id":"x","time":"TIME"}"#, "iso"),
        (
            "t.gpx",
            #"<gpx><trk><trkseg><trkpt lat="52" lon="13"><time>TIME</time></trkpt></trkseg></trk></gpx>"#,
            "iso"
        ),
    ])
    func `refuses what is stamped more than a day ahead`(_ file: String, _ text: String, _ form: String) {
        let day: Int64 = 86_400_000
        for (time, isTaken) in [(day, true), (day + 1000, false)] {
            let stamp = AgentDriver.at(time)
            let written = form == "iso" ? stamp.iso8601 : "\(stamp.milliseconds / 1000)"
            var news = HistoryImport(at: AgentDriver.at(0))
            news.read(Array(text.replacing("TIME", with: written).utf8), file: file)
            let count = news.counts.positions + news.events.count + news.visits.count
            #expect(count == (isTaken ? 1 : 0))
            let line = text.contains("\n") ? 2 : 1
            let problem = "\(file):\(line): is stamped later than \(AgentDriver.at(day).iso8601)"
            #expect(news.problems.map(\.description) == (isTaken ? [] : [problem]))
        }
    }

    @Test(
        arguments: [
            (#""positions":-7"#, "-7", "its number of positions is no whole one from 0 to 1000000000"),
            (#""positions":1e18"#, "1e18", "its number of positions is no whole one from 0 to 1000000000"),
            (#""positions":1.5"#, "1.5", "its number of positions is no whole one from 0 to 1000000000"),
            (#""positions":"many""#, "many", "its number of positions is no whole one from 0 to 1000000000"),
            (#""positions":null"#, "", nil), (#""positions":1e9"#, "1000000000", nil),
            (#""accuracy":-5"#, nil, "its accuracy is no number of metres"),
            (#""accuracy":"8""#, nil, "its accuracy is no number of metres"), (#""accuracy":null"#, nil, nil),
            (#""departure":"soon""#, nil, "its departure is no date and time"),
            (#""departure":5"#, nil, "its departure is no date and time"), (#""departure":null"#, nil, nil),
            (#""event":5"#, nil, #"has an "event" that is no text such as "enter""#),
            (#""event":null"#, nil, #"has an "event" that is no text such as "enter""#),
            (#""event":"""#, nil, #"has an "event" that is no text such as "enter""#),
        ] as [(String, String?, String?)]
    )
    func `checks visits and events in JSON as in tables`(
        _ member: String,
        _ cell: String?,
        _ problem: String?
    ) {
        let time = #""arrival":"2020-01-31T08:00:00Z","time":"2020-01-31T08:00:00Z","id":"x""#
        let line = #"{"device":"van",\#(time),"latitude":48.85,"longitude":2.35,\#(member)}"#
        let good = "van/2020-01-31T08:00:00.000Z - 488500000 23500000 -1"
        #expect(Self.read(line, "x.jsonl") == [problem.map { "x.jsonl:1: \($0)" } ?? good])
        guard let cell else { return }
        let table = "arrival,departure,lat,lng,positions\n2020-01-31T08:00:00Z,,48.85,2.35,\(cell)"
        #expect(Self.read(table, "van.csv") == [problem.map { "van.csv:2: \($0)" } ?? good])
    }

    @Test func `says once of a table of events that they come back as JSON alone`() throws {
        let folder = try StoreFolder()
        try Self.fill(folder, seed: 3)
        let table = String(decoding: try Self.export(folder, .events, .csv), as: UTF8.self)
        let row = "van,2020-01-31T08:00:00.000Z,enter,depot,Depot,position,48.85,2.35,8,,x\n"
        #expect(
            Self.read(table + row) == [
                "anna.csv: holds events, which come back as JSON alone: history --events --format json"
            ]
        )
    }

    /// What a store gives in a format.
    private static func export(_ folder: StoreFolder, _ kind: HistoryKind, _ format: HistoryFormat) throws
        -> [UInt8]
    {
        let reader = try HistoryReader(path: folder.path)
        var writer = HistoryWriter(format)
        writer.begin(kind)
        for device in try reader.devices() {
            switch kind {
            case .positions:
                try reader.positions(of: device, in: HistoryRange()) { writer.add($0, device.id) }
                writer.endDevice()
            case .networks: try reader.networks(of: device, in: HistoryRange()) { writer.add($0, device.id) }
            case .events: try reader.events(of: device, in: HistoryRange()) { writer.add($0) }
            case .visits: try reader.visits(of: device, in: HistoryRange()) { writer.add($0) }
            }
        }
        writer.end()
        return writer.bytes
    }

    private static func fill(_ folder: StoreFolder, seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        func number(_ range: ClosedRange<Int32>) -> Int32 { Int32.random(in: range, using: &random) }
        var news = HistoryBatch()
        let van = try Identifier("van")
        let north: ClosedRange<Int32> = -900_000_000...900_000_000
        let east: ClosedRange<Int32> = -1_799_999_999...1_800_000_000
        var rows: [HistoryPosition] = []
        for step in 0..<300 {
            let time = AgentDriver.beginning + Int64(step) * 977
            var row = HistoryPosition(time: time, latitude: number(north), longitude: number(east))
            if step % 3 != 0 { row.accuracy = number(1...2_000_000) }
            if step % 4 != 0 { row.altitude = number(-50_000...900_000) }
            if step % 5 != 0 { row.speed = number(0...30_000) }
            rows.append(row)
        }
        news.positions = [(van, rows)]
        for step in 0..<50 {
            let arrival = AgentDriver.beginning + Int64(step) * 100_000
            var visit = HistoryVisit(
                device: van,
                arrival: arrival,
                latitude: number(north),
                longitude: number(east),
                positions: step
            )
            if step < 49 { visit.departure = arrival + 5000 }
            if step % 2 != 0 { visit.accuracy = number(1...10_000) }
            news.visits.append(visit)
        }
        let id = "van/\"ü\"/enter"
        let payload = JSONWriter.object { json in
            json.member("event", "enter")
            json.member("id", id)
            json.member("device", "van")
            json.member("time", AgentDriver.at(5))
        }
        news.events = [HistoryEvent(device: van, time: AgentDriver.beginning + 5, id: id, payload: payload)]
        try folder.openWithHistory().commit(Batch(history: news), time: 1)
    }

    @Test(
        arguments: [
            (HistoryKind.positions, HistoryFormat.csv, "van.csv"), (.positions, .json, "x.jsonl"),
            (.positions, .gpx, "van.gpx"), (.visits, .csv, "x.csv"), (.visits, .json, "x.jsonl"),
            (.events, .json, "x.jsonl"),
        ]
    )
    func `gives the same bytes after an export and an import`(
        _ kind: HistoryKind,
        _ format: HistoryFormat,
        _ file: String
    ) throws {
        let (first, second) = (try StoreFolder(), try StoreFolder())
        try Self.fill(first, seed: 3)
        let bytes = try Self.export(first, kind, format)
        var news = HistoryImport(at: AgentDriver.at(0))
        news.read(bytes, file: file)
        #expect(news.problems == [])
        try second.openWithHistory().commit(Batch(history: news.batch), time: 1)
        let again = try Self.export(second, kind, format)
        #expect(again == bytes && bytes.count > 90)
    }
}
