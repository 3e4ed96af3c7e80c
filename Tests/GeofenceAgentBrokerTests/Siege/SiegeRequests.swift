import BenchmarkSupport

/// Requests whose answers follow from what was published before.
enum SiegeRequests {
    /// Fences and groups that they set.
    static let fences: Set<String> = ["yard", "vans", "tail", "f1", "town"]

    static func any(_ random: inout SeededGenerator) -> (command: String, payload: String) {
        let radius = 60 + 10 * random.below(20)
        let device = "d\(random.below(5))"
        let all = [
            (
                "fence/set",
                #"{"id":"yard","latitude":52.5015,"longitude":13.4035,"radius":\#(radius),"groups":["town"]}"#
            ),
            (
                "fence/set",
                #"{"fences":[{"id":"yard","latitude":52.502,"longitude":13.402,"radius":\#(radius)},{"id":"vans","bbox":[13.398,52.498,13.404,52.502],"devices":["d1","d2"]}]}"#
            ),
            ("fence/set", #"{"id":"tail","follows":"d1","radius":\#(radius)}"#),
            ("fence/set", #"{"id":"f1","latitude":52.5,"longitude":13.404,"radius":\#(radius)}"#),
            ("fence/set", #"{"id":"wrong","latitude":152,"longitude":13,"radius":10}"#),
            ("fence/remove", #"{"id":"yard"}"#), ("fence/remove", #"{"id":"f1"}"#),
            ("fence/remove", #"{"id":"nowhere"}"#),
            ("fence/clear", #"{"type":"custom"}"#),
            ("fence/get", #"{"id":"yard"}"#), ("fence/list", "{}"),
            ("device/override", #"{"device":"m1","latitude":52.6,"longitude":13.5,"accuracy":5}"#),
            ("device/override", #"{"device":"m1","latitude":52.7,"longitude":13.7,"accuracy":5}"#),
            ("device/override", #"{"device":"m1","clear":true}"#),
            ("device/override", #"{"device":"m2","ssid":"Lobby"}"#),
            ("device/override", #"{"device":"m2","ssid":null}"#),
            ("device/forget", #"{"device":"\#(device)"}"#), ("device/forget", #"{"device":"m1"}"#),
            ("device/forget", #"{"device":"nobody"}"#),
            ("device/status", #"{"device":"\#(device)"}"#), ("device/zones", #"{"device":"anna"}"#),
            ("device/list", "{}"),
            ("query/contains", #"{"latitude":52.501,"longitude":13.404}"#),
            ("query/nearest", #"{"latitude":52.51,"longitude":13.41,"count":4}"#),
        ]
        return all[random.below(all.count)]
    }
}
