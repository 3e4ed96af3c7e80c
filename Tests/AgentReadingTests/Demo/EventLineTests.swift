import Testing

@testable import geofence_agent

@Suite struct EventLineTests {
    static let plain = EventLine(paint: Paint(isOn: false), zone: 3600)

    static let head = """
        "id":"x","device":"van-1","fence":"depot","name":"Depot Nord","latitude":52.5,"longitude":13.4,"visit":"v","seq":1
        """

    @Test(arguments: [
        (
            #""event":"enter","time":"2026-11-21T11:00:03.000Z","accuracy":8.4,"via":["region"],"cause":"position""#,
            "12:00:03  ▶ van-1      enters  Depot Nord   by region, ±8 m"
        ),
        (
            #""event":"enter","time":"2026-11-21T23:30:00.000Z","accuracy":8,"via":["wifi"],"cause":"wifi""#,
            "00:30:00  ▶ van-1      enters  Depot Nord   by WiFi"
        ),
        (
            #""event":"exit","time":"2026-11-21T11:00:03.000Z","confirmed":"2026-11-21T11:00:05.500Z","accuracy":8,"#
                + #""via":["region","wifi"],"cause":"timer","duration":7.25"#,
            "12:00:05  ◀ van-1      leaves  Depot Nord   after 7.3 s, was there by region and WiFi, held 2.5 s"
        ),
        (
            #""event":"dwell","time":"2026-11-21T11:00:03.000Z","via":["wifi"],"cause":"timer","dwell":300"#,
            "12:00:03  ◆ van-1      dwells  Depot Nord   for 300 s, by WiFi"
        ),
    ])
    func `writes an event as a line`(_ members: String, _ line: String) throws {
        let report = try #require(EventReport("{\(Self.head),\(members)}".utf8))
        #expect(Self.plain.line(report) == line)
    }

    @Test(arguments: ["", "offline", "{}", #"{"event":"teleport"}"#])
    func `takes nothing else for an event`(_ payload: String) {
        #expect(EventReport(payload.utf8) == nil)
    }

    @Test func `colours what matters where colours are wanted`() throws {
        let members =
            #""event":"dwell","time":"2026-11-21T11:00:03.000Z","via":["wifi"],"cause":"timer","dwell":3"#
        let report = try #require(EventReport("{\(Self.head),\(members)}".utf8))
        let line = EventLine(paint: Paint(isOn: true), zone: 0).line(report)
        let colours = [
            "\u{1B}[2m11:00:03 \u{1B}[0m", "\u{1B}[36m◆\u{1B}[0m", "van-1     ",
            "\u{1B}[36mdwells \u{1B}[0m", "\u{1B}[1mDepot Nord  \u{1B}[0m", "for 3 s, by WiFi",
        ]
        #expect(line == colours.joined(separator: " "))
    }

    @Test(
        arguments: [
            ([:], true), (["NO_COLOR": ""], true), (["NO_COLOR": "1"], false), (["TERM": "dumb"], false),
            (["TERM": "xterm"], true),
        ] as [([String: String], Bool)]
    )
    func `heeds what the environment says of colours`(_ environment: [String: String], _ isWelcome: Bool) {
        #expect(Paint.isWelcome(environment) == isWelcome)
    }
}
