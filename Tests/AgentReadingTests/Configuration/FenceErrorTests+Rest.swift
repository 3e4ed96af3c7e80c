import Testing

@testable import geofence_agent

extension FenceErrorTests {
    @Test(arguments: [
        (
            #"{"id":"a","wifi":["x"],"minAltitude":10,"maxAltitude":5.5}"#,
            [
                "38: .minAltitude: minAltitude 10.0 is above maxAltitude 5.5; no height is between them"
            ]
        ),
        (
            #"{"id":"a","wifi":["x"],"minAltitude":"0","maxAltitude":100001}"#,
            [
                "38: .minAltitude: must be a number without quotation marks, not a string",
                "56: .maxAltitude: must be -100000 to 100000 metres, not 100001",
            ]
        ),
        (
            #"{"id":"a","wifi":["x"],"minAltitude":-100001}"#,
            [
                "38: .minAltitude: must be -100000 to 100000 metres, not -100001"
            ]
        ),
        (
            "{\"id\":\"a\",\"wifi\":[\"x\"],\"name\":\"\(String(repeating: "n", count: 257))\"}",
            [
                "1: : has a name of 257 bytes, and one may have 256"
            ]
        ),
        (
            "{\"id\":\"a\",\"wifi\":[\"x\"],\"groups\":[\((0...64).map { "\"g\($0)\"" }.joined(separator: ","))]}",
            [
                "33: .groups: has 65 groups, and a fence may have 64"
            ]
        ),
        (
            #"{"id":"a","wifi":["x"],"devices":[]}"#,
            [
                "34: .devices: names no device; name one, or \"*\" for all"
            ]
        ),
        (
            #"{"id":"a","wifi":["x"],"devices":"van*"}"#,
            [
                "34: .devices: must be a list in [ ], not a string"
            ]
        ),
        (
            #"{"id":"a","wifi":["x"],"devices":["van/*","",7,"ok"]}"#,
            [
                "35: .devices[0]: \"van/*\" is no device's name and no pattern such as van*",
                "43: .devices[1]: must not be empty",
                "46: .devices[2]: must be a string in quotation marks, not a number",
            ]
        ),
        (
            #"{"id":"a","wifi":["x"],"groups":"g"}"#,
            [
                "33: .groups: must be a list in [ ], not a string"
            ]
        ),
        (
            #"{"id":"a","wifi":["x"],"groups":["g","h","g"]}"#,
            [
                "42: .groups[2]: \"g\" is there twice; name each group once"
            ]
        ),
        (
            #"{"id":"a","wifi":["x"],"groups":["a"]}"#,
            [
                "34: .groups[0]: \"a\" is the id of fences[0], whose events would look the same; call the group something else"
            ]
        ),
        (
            #"{"id":"a","wifi":["x"],"groups":["g#",""]}"#,
            [
                "34: .groups[0]: an id must not hold \"#\"; no /, +, # and no invisible characters",
                "39: .groups[1]: must not be empty",
            ]
        ),
        (
            #"{"id":"a","wifi":["x"],"rules":{"reorder":5,"lateEvents":true,"maxSpeed":200}}"#,
            [
                "43: .rules.reorder: counts for all messages of a device, not for one fence; move it to the \"rules\" at the top",
                "58: .rules.lateEvents: counts for all messages of a device, not for one fence; move it to the \"rules\" at the top",
                "74: .rules.maxSpeed: counts for all messages of a device, not for one fence; move it to the \"rules\" at the top",
            ]
        ),
        (
            #"{"id":"a","wifi":["x"],"reorder":5,"lateEvents":true,"maxSpeed":200}"#,
            [
                "24: .reorder: counts for all messages of a device, not for one fence; move it to the \"rules\" at the top",
                "36: .lateEvents: counts for all messages of a device, not for one fence; move it to the \"rules\" at the top",
                "54: .maxSpeed: counts for all messages of a device, not for one fence; move it to the \"rules\" at the top",
            ]
        ),
        (
            #"{"id":"a","wifi":["x"],"exitAfter":5,"dwell":[],"accuracy":"strict"}"#,
            [
                "24: .exitAfter: belongs into the fence's \"rules\"; move it there",
                "38: .dwell: belongs into the fence's \"rules\"; move it there",
                "49: .accuracy: belongs into the fence's \"rules\"; move it there",
            ]
        ),
        (
            #"{"id":"a","wifi":["x"],"crossing":1,"maxGap":0,"staleAfter":-1,"speedLimit":0,"speedFor":86401}"#,
            [
                "35: .crossing: must be true or false, not a number",
                "46: .maxGap: must be above 0 and at most 2592000 seconds, not 0",
                "61: .staleAfter: must be above 0 and at most 2592000 seconds, not -1",
                "77: .speedLimit: must be above 0 and at most 100000 km/h, not 0",
                "90: .speedFor: must be 0 to 86400 seconds, not 86401",
            ]
        ),
        (
            #"{"id":"a","wifi":["x"],"rules":{"crossing":null,"maxGap":2592001,"staleAfter":"5","speedLimit":100001,"speedFor":-1}}"#,
            [
                "44: .rules.crossing: must be true or false, not null",
                "58: .rules.maxGap: must be above 0 and at most 2592000 seconds, not 2592001",
                "79: .rules.staleAfter: must be a number without quotation marks, not a string",
                "96: .rules.speedLimit: must be above 0 and at most 100000 km/h, not 100001",
                "114: .rules.speedFor: must be 0 to 86400 seconds, not -1",
            ]
        ),
        (
            #"{"id":"a","wifi":["x"],"polygon":[],"center":[1,2],"coordinates":[],"type":"Polygon","altitude":5,"timezone":"UTC","device":"b","group":"g","expiry":"x"}"#,
            [
                "24: .polygon: a GeoJSON geometry goes to \"geometry\", with its type and coordinates",
                "37: .center: a circle is given by \"latitude\", \"longitude\" and \"radius\"",
                "52: .coordinates: a GeoJSON geometry goes to \"geometry\", with its type and coordinates",
                "69: .type: a GeoJSON geometry goes to \"geometry\", with its type and coordinates",
                "86: .altitude: heights go to \"minAltitude\" and \"maxAltitude\"",
                "99: .timezone: hours go to \"schedule\", a list of entries with days, from, to and timezone",
                "116: .device: unknown key, did you mean \"devices\"?",
                "129: .group: unknown key, did you mean \"groups\"?",
                "141: .expiry: unknown key, did you mean \"expires\"?",
            ]
        ),
        (
            #"{"id":"a","wifi":["x"],"expires":"2027-01-01","schedule":[{"timezone":"UTC","from":"8"}]}"#,
            [
                "34: .expires: \"2027-01-01\" is no date and time such as \"2026-12-31T23:00:00Z\"",
                "84: .schedule[0].from: \"8\" is no time of day; write two digits each, as in \"08:00\" or \"17:30\"",
            ]
        ),
    ])
    func `of heights, devices, groups and rules`(_ fence: String, _ lines: [String]) {
        #expect(errors(fence) == lines)
    }
}
