extension SoakFleet {
    /// The fences, in the JSON of a configuration: each rule that keeps something of the past is on one of
    /// them.
    static let fences = "[ \((circles + others).joined(separator: ",\n  ")) ]"

    private static let circles = (0..<6).map { number in
        let place =
            #""latitude": \#(52.5 + Double(number / 3) * 0.003), "longitude": \#(13.4 + Double(number % 3) * 0.004)"#
        return
            #"{ "id": "f\#(number)", \#(place), "radius": \#(120 + 40 * number), "wifi": ["net\#(number)"], \#(rules[number]) }"#
    }

    /// Visits that are short and wide enough for a fleet that seldom rests, zones, fences around points, and
    /// a history.
    static let places = """
        "visits": { "radius": 120, "leaveAfter": 120 }, "zones": { "timezone": "Europe/Berlin", "days": 36500 },
        "pois": { "files": ["stores.csv"], "nearest": 2, "regions": [90, 160], "timezone": "Europe/Berlin" },
        "history": { "days": 36500 }
        """

    /// Points of interest among the fences.
    static let stores =
        "id,latitude,longitude,opening_hours\n"
        + (0..<6).map {
            "s\($0),\(52.4985 + 0.003 * Double($0 / 2)),\(13.399 + 0.008 * Double($0 % 2)),Mo-Su 08:00-20:00\n"
        }
        .joined()

    /// What the circles ask for.
    private static let rules = [
        #""schedule": [ \#(hours) ]"#,
        #""groups": ["west"], "staleAfter": 60, "rules": { "exitAfter": 60 }"#,
        #""speedLimit": 10, "rules": { "enterAfter": 60, "dwell": [300] }"#,
        #""groups": ["west", "town"], "schedule": [ \#(hours) ], "rules": { "accuracy": "lenient", "exitAfter": 90 }"#,
        #""staleAfter": 90, "rules": { "accuracy": "strict", "exitAfter": 120, "dwell": [200, 900] }"#,
        #""groups": ["town"], "rules": { "accuracy": "ignore", "margin": 20 }"#,
    ]

    /// Open for the better part of each hour.
    private static let hours = (0..<24).map { hour in
        let hour = hour < 10 ? "0\(hour)" : "\(hour)"
        return #"{ "from": "\#(hour):10", "to": "\#(hour):45", "timezone": "UTC" }"#
    }.joined(separator: ", ")

    private static let others = [
        #"{ "id": "guest", "wifi": ["Guest"], "rules": { "wifiExpiry": 600, "exitAfter": 60 } }"#,
        #"{ "id": "field", "crossing": true, "speedLimit": 8, "speedFor": 20, "geometry": { "type": "Polygon", "coordinates": [[[13.401, 52.4985], [13.4075, 52.5], [13.4065, 52.5045], [13.4035, 52.501], [13.401, 52.4985]]] } }"#,
        #"{ "id": "lane", "crossing": true, "geometry": { "type": "LineString", "coordinates": [[13.398, 52.4995], [13.404, 52.502], [13.41, 52.5]] }, "width": 80 }"#,
        #"{ "id": "escort", "groups": ["west"], "follows": "d0", "radius": 150, "speedLimit": 20, "rules": { "exitAfter": 60, "dwell": [200] } }"#,
        #"{ "id": "fair", "bbox": [13.395, 52.496, 13.413, 52.507], "expires": "2026-02-02T05:00:00.500Z" }"#,
        #"{ "id": "mark", "latitude": 0, "longitude": 0, "radius": 100 }"#,
    ]
}
