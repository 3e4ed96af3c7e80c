import GeofenceCore
import Testing

@testable import geofence_agent

/// What tables show to people.
@Suite struct TextTableTests {
    @Test(arguments: [
        ("", 0), ("van", 3), ("Köln", 4), ("Ko\u{308}ln", 4), ("東京倉庫", 8), ("ｶﾅ", 2), ("ＡＢ", 4), ("한국", 4),
        ("🚚", 2), ("👩‍🚒", 2), ("✈️", 2), ("→", 1), ("±8 m", 4),
    ])
    func `a wide character takes two columns`(_ text: String, _ columns: Int) {
        #expect(text.columns == columns)
        #expect(text.padded(to: 10).columns == 10)
    }

    @Test func `columns stand below each other, and no line ends with spaces`() {
        let lines = TextTable.lines(
            ["ID", "NAME", "REST"],
            [["a", "東京倉庫", "x"], ["bcd", "Depot", ""], ["\u{1B}[2J", "e", "y"]]
        )
        #expect(
            lines == [
                "ID         NAME      REST", "a          東京倉庫  x", "bcd        Depot",
                "\\u{1B}[2J  e         y",
            ]
        )
    }

    @Test(arguments: [
        (0.4, "0 m"), (849.6, "850 m"), (999.4, "999 m"), (999.5, "1.0 km"), (1249, "1.2 km"),
        (99_949, "99.9 km"), (99_951, "100 km"), (12_345_678, "12346 km"), (-142.6, "-143 m"),
    ])
    func `distances are rounded as a person would`(_ metres: Double, _ text: String) {
        #expect(Figures.distance(metres) == text)
    }

    @Test(
        arguments: [
            (-5, "0 s"), (59_999, "59 s"), (60_000, "1 min"), (3_599_999, "59 min"),
            (3_600_000, "1 h 00 min"),
            (11_100_000, "3 h 05 min"), (172_799_999, "47 h 59 min"), (172_800_000, "2 d 0 h"),
            (.max, "106751991167 d 7 h"),
        ] as [(Int64, String)]
    )
    func `durations have the two largest units`(_ milliseconds: Int64, _ text: String) {
        #expect(Figures.duration(milliseconds: milliseconds) == text)
    }

    @Test func `numbers that can't be rounded stay as they are`() {
        #expect(Figures.fixed(.infinity, 1) == "inf")
        #expect(Figures.fixed(1e300, 5) == "1e+300")
        #expect(Figures.fixed(-0.05, 1) == "-0.1" && Figures.fixed(-0.01, 1) == "0.0")
        #expect(Figures.place(-33.86, 151.2093) == "-33.86000, 151.20930")
    }

    @Test func `status says how long ago it was, and when where that is more than a day`() throws {
        let now = try #require(Timestamp(iso8601: "2026-11-24T12:00:00Z"))
        let times = ["2026-11-24T11:55:00.000Z", "2026-11-23T11:59:00.000Z", "2026-11-24T12:00:05.000Z"]
        let devices = try times.map { time in
            try JSONDocument.parse(#"{"device":"van","time":"\#(time)","latitude":52.5,"longitude":13}"#).root
        }
        let berlin = try TimeZoneFiles(environment: [:]).table("Europe/Berlin")
        let table = StatusTable(ClockFace(zone: berlin), at: now)
        #expect(
            table.devices(devices) == [
                "DEVICE  INSIDE  POSITION            TIME (Europe/Berlin)  NETWORK",
                "van     -       52.50000, 13.00000  5 min ago             -",
                "van     -       52.50000, 13.00000  2026-11-23 12:59:00   -",
                "van     -       52.50000, 13.00000  now                   -",
            ]
        )
    }

    @Test func `the past is shown in a zone, its columns below their titles`() throws {
        let face = ClockFace(zone: try TimeZoneFiles(environment: [:]).table("Asia/Tokyo"))
        let table = HistoryTable(face)
        let row = HistoryPosition.row(0, accuracy: 850)
        #expect(
            [table.header(.positions), table.line(row, try Identifier("倉庫"))] == [
                "DEVICE            TIME (Asia/Tokyo)     POSITION                  ACCURACY      SPEED",
                "倉庫              2025-10-09 17:53:20   52.00000, 13.00000        ±9 m          -",
            ]
        )
    }
}
