import Testing

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
}
