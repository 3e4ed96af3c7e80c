import Testing

@testable import AgentTestSupport
@testable import geofence_agent

/// How `check` counts fences.
@Suite struct FenceSummaryTests {
    private static let polygon = #""geometry":{"type":"Polygon","coordinates":[[[0,0],[1,0],[1,1],[0,0]]]}"#
    private static let line = #""width":9,"geometry":{"type":"LineString","coordinates":[[0,0],[1,0]]}"#
    private static let circle = #""latitude":1,"longitude":2,"radius":3"#

    @Test(arguments: [
        ([], "none"),
        ([circle], "1 (1 circle)"),
        ([#""wifi":["x"]"#], "1 (1 by WiFi alone)"),
        (
            [circle, circle + #","wifi":["x"],"groups":["g"]"#, #""wifi":["x"],"groups":["g"]"#],
            "3 (2 circles, 1 by WiFi alone); 1 also by WiFi, 1 group"
        ),
        (
            [
                polygon + #","wifi":["x"]"#,
                polygon + #","groups":["g","h"],"expires":"2027-01-01T00:00:00Z""#,
                line, #""bbox":[0,0,1,1],"schedule":[{"timezone":"UTC"}]"#,
                #""bbox":[0,0,1,1],"devices":["a"],"wifi":["x"]"#, #""follows":"b","radius":5"#,
            ],
            "6 (2 areas, 1 corridor, 2 rectangles, 1 follower); 2 also by WiFi, 1 for some devices, 1 with hours, 1 with an end, 2 groups"
        ),
    ])
    func `counts what fences are`(_ fences: [String], _ line: String) throws {
        let folder = try ConfigurationFolder()
        let list = fences.enumerated().map { "{\"id\":\"f\($0)\",\($1)}" }.joined(separator: ",")
        let text = "{\"mqtt\":{\"host\":\"h\"},\(ConfigurationErrorTests.source),\"fences\":[\(list)]}"
        #expect(ConfigurationSummary.text(try folder.load(text).fences) == line)
    }

    /// The lines of a configuration besides those that every one has.
    private static func features(_ members: String) throws -> [String] {
        let folder = try ConfigurationFolder()
        let text = "{\"mqtt\":{\"host\":\"h\"},\(ConfigurationErrorTests.source),\(members)}"
        let summary = ConfigurationSummary(try folder.load(text), file: "a.json").description
        let usual = ["a.json ", "  broker ", "  topics ", "  sources ", "  fences ", "  store ", "  log "]
        return summary.split(separator: "\n").map(String.init)
            .filter { line in !usual.contains { line.hasPrefix($0) } }
    }

    @Test(arguments: [
        (
            #""rules":{"margin":5,"accuracy":"strict","reorder":3,"maxSpeed":200,"rest":false,"lateEvents":true}"#,
            "rules    accuracy strict, margin 5, reorder 3, lateEvents, maxSpeed 200, no rest"
        ),
        (
            #""devices":[{"id":"a","name":"A"}],"filters":[{"devices":["x*"],"distance":5}],"forgetAfter":1"#,
            "devices  1 with names, 1 filter of their own, forgotten after 1 day of silence"
        ),
        (
            #""eventProperties":["customer"],"status":{"allUpTo":5},"topics":{"eventExpiry":0}"#,
            "publish  status.allUpTo 5; events with customer; events count for ever"
        ),
        (
            #""itineraries":[{"id":"t","stops":[{"name":"F","latitude":1,"longitude":2}]}],"routing":{"url":"http://r:1"}"#,
            "routes   1 itinerary with 1 stop; ways by osrm at http://r:1"
        ),
        (
            #""homeAssistant":{"discovery":true,"zones":"beside"},"owntracks":{"waypoints":true,"transitions":true}"#,
            "home     Home Assistant below homeassistant/…, zones beside; OwnTracks with transitions, waypoints"
        ),
        (
            #""http":{"port":1,"map":{"zones":true,"tiles":{"url":"https://t/{z}/{x}/{y}","attribution":"T"}}}"#,
            "http     127.0.0.1:1: metrics, health and a live map with zones, with tiles of https://t, without a token"
        ),
        (#""http":{"port":1}"#, "http     127.0.0.1:1: metrics and health"),
        (#""limits":{"devices":9,"devicesPerSource":7}"#, "limits   devices 9, devicesPerSource 7"),
    ])
    func `sums up what is switched on`(_ members: String, _ line: String) throws {
        #expect(try Self.features(members) == ["  " + line])
    }

    @Test func `says nothing of what is as by default`() throws {
        #expect(try Self.features(#""rules":{"margin":0},"limits":{},"status":{},"homeAssistant":{}"#) == [])
    }
}
