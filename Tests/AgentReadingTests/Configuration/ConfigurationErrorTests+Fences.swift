import Testing

@testable import AgentTestSupport
@testable import geofence_agent

extension ConfigurationErrorTests {
    @Test(arguments: [
        ("{}", ["fences[0].id: missing; give each fence an id of its own, such as \"depot\""]),
        ("null", ["fences[0]: must be an object in { }, not null"]),
        (
            #"{"id":"a"}"#,
            [
                "fences[0]: a fence needs a place (latitude, longitude and radius, or geometry, bbox, follows), or wifi, or both"
            ]
        ),
        (
            #"{"id":"a","wifi":[]}"#,
            [
                "fences[0]: a fence needs a place (latitude, longitude and radius, or geometry, bbox, follows), or wifi, or both"
            ]
        ),
        (#"{"id":"","wifi":["x"]}"#, ["fences[0].id: must not be empty"]),
        (
            #"{"id":"a/b","wifi":["x"]}"#,
            ["fences[0].id: an id must not hold \"/\"; no /, +, # and no invisible characters"]
        ),
        (
            #"{"id":7,"name":"","wifi":"x"}"#,
            [
                "fences[0].id: must be a string in quotation marks, not a number",
                "fences[0].name: must not be empty",
                "fences[0].wifi: must be a list in [ ], not a string",
            ]
        ),
        (
            #"{"id":"a","wifi":["bssid:zz",""]}"#,
            [
                "fences[0].wifi[0]: \"bssid:zz\" is neither a network's name (1 to 32 bytes) nor a pattern such as bssid:aa:bb:cc:*",
                "fences[0].wifi[1]: must not be empty",
            ]
        ),
        (
            #"{"id":"a","radius":5}"#,
            [
                "fences[0].latitude: missing; a circle needs latitude, longitude and radius",
                "fences[0].longitude: missing; a circle needs latitude, longitude and radius",
            ]
        ),
        (
            #"{"id":"a","latitude":113.5,"longitude":52,"radius":0}"#,
            [
                "fences[0].latitude: latitude 113.5 is not within -90…90 degrees; it looks swapped with the longitude",
                "fences[0].radius: a radius must be above 0 and at most 20000000 metres, not 0.0",
            ]
        ),
        (
            #"{"id":"a","latitude":113.5,"longitude":152,"radius":20000001}"#,
            [
                "fences[0].latitude: latitude 113.5 is not within -90…90 degrees",
                "fences[0].radius: a radius must be above 0 and at most 20000000 metres, not 20000001.0",
            ]
        ),
        (
            #"{"id":"a","latitude":1,"longitude":180.5,"radius":1}"#,
            ["fences[0].longitude: longitude 180.5 is not within -180…180 degrees"]
        ),
        (
            #"{"id":"a","latitude":"1","longitude":2,"radius":1}"#,
            ["fences[0].latitude: must be a number without quotation marks, not a string"]
        ),
        (
            #"{"id":"a","geometry":{},"crossing":1}"#,
            [
                "fences[0].geometry.type: missing; Polygon, MultiPolygon or LineString",
                "fences[0].geometry.coordinates: missing; positions, longitude before latitude",
                "fences[0].crossing: must be true or false, not a number",
            ]
        ),
        (
            #"{"id":"a","wifi":["x"],"rules":{"dwel":[],"exitAfter":-1}}"#,
            [
                "fences[0].rules.dwel: unknown key, did you mean \"dwell\"?",
                "fences[0].rules.exitAfter: \(wait)-1",
            ]
        ),
        (
            #"{"id":"a","wifi":["x"]},{"id":"b"},{"id":"a","raduis":1}"#,
            [
                "fences[1]: a fence needs a place (latitude, longitude and radius, or geometry, bbox, follows), or wifi, or both",
                "fences[2].id: \"a\" is the id of fences[0] too; give each fence its own",
                "fences[2].raduis: unknown key, did you mean \"radius\"?",
            ]
        ),
    ])
    func `reports what is wrong with the fences`(_ fences: String, _ lines: [String]) {
        let errors = folder.errors("{\"mqtt\":{\"host\":\"h\"},\(Self.source),\"fences\":[\(fences)]}")
        #expect(ConfigurationFolder.withoutPlaces(errors) == lines)
    }
}
