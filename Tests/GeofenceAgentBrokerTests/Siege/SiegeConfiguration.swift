/// Configurations with everything on.
struct SiegeConfiguration {
    /// How many there are for a round.
    static let count = 3

    let port: Int
    let http: Int
    let store: String
    /// Whether late positions prove events.
    let hasLateEvents: Bool
    /// Fences up to which each device has a status for each.
    let allUpTo: Int
    /// What strangers may cause.
    let limits: String

    /// Those of a round with a seed.
    ///
    /// When late events are sent, and what they say of the visits about them, follows from when the late
    /// positions came: there are none where events are compared.
    init(_ kind: SiegeKind, seed: UInt64, port: Int, http: Int, store: String) {
        (self.port, self.http, self.store) = (port, http, store)
        (hasLateEvents, allUpTo) = (
            kind.comparison != .everything, seed % 2 == 0 || !kind.hasLimits ? 5 : 100
        )
        limits =
            kind.hasLimits
            ? #"{ "newDevicesPerMinute": 10000, "devices": 2000 }"#
            : #"{ "newDevicesPerMinute": 10000000, "devices": 10000000 }"#
    }

    /// The configuration of a number, with so many fences beside those that it has.
    func text(_ number: Int, fences: Int = 0, radius: Int = 90) -> String {
        let many = (0..<fences).map { ",\n\(Self.fence($0, radius: radius))" }.joined()
        let text = """
            {
              "mqtt": { "host": "127.0.0.1", "port": \(port), "clientId": "agent", "keepAlive": 10, "answerTimeout": 5, "readAhead": true },
              "sources": [
                { "topic": "fleet/{device}/location" },
                { "topic": "crowd/{device}/location" },
                { "topic": "owntracks/{user}/{device}", "device": "{user}-{device}", "format": "owntracks" }
              ],
              "rules": { "lateEvents": \(hasLateEvents) },
              "fences": \(SoakFleet.fences.dropLast(2)), \(Self.others)\(many) ],
              "owntracks": { "transitions": true, "waypoints": true, "setWaypoints": true },
              "homeAssistant": { "discovery": true, "zones": "\(number == 2 ? "beside" : "instead")" },
              "visits": { "radius": 120, "leaveAfter": 120 },
              "zones": { "fences": true, "timezone": "Europe/Berlin", "days": 36500 },
              "pois": { "files": ["stores.csv"], "nearest": 2, "regions": [\(number == 2 ? "90" : "90, 160")], "timezone": "Europe/Berlin" },
              "history": { "days": 36500 },
              "status": { "deviceEvery": 0, "allUpTo": \(allUpTo) },
              "limits": \(limits),
              "http": { "port": \(http), "map": true },
              "store": { "path": "\(store)" },
              "log": { "level": "notice" }
            }
            """
        return number == 1 ? text.replacing(#""radius": 320"#, with: #""radius": 250"#) : text
    }

    /// A fence among the places from which the crowd reports, as a request and a configuration have it.
    static func fence(_ number: Int, radius: Int) -> String {
        let (latitude, longitude) = (Double(number % 100) / 100, Double(number % 77) / 77)
        return
            #"{"id":"many\#(number)","latitude":\#(latitude),"longitude":\#(longitude),"radius":\#(radius)}"#
    }

    private static let others = """
        { "id": "shed", "latitude": 52.7, "longitude": 13.7, "radius": 100, "groups": ["town"] },
        { "id": "lobby", "wifi": ["Lobby"] },
        { "id": "pier", "latitude": 1, "longitude": 2, "radius": 500 }
        """
}
