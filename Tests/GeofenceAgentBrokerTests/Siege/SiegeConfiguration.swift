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

    /// Those of a round with a seed.
    ///
    /// When late events are sent, and what they say of the visits about them, follows from when the late
    /// positions came: there are none where events are compared.
    init(_ kind: SiegeKind, seed: UInt64, port: Int, http: Int, store: String) {
        (self.port, self.http, self.store) = (port, http, store)
        (hasLateEvents, allUpTo) = (kind.comparison == .nothing, seed % 2 == 0 ? 5 : 100)
    }

    func text(_ number: Int) -> String {
        let text = """
            {
              "mqtt": { "host": "127.0.0.1", "port": \(port), "clientId": "agent", "keepAlive": 10, "answerTimeout": 5 },
              "sources": [
                { "topic": "fleet/{device}/location" },
                { "topic": "crowd/{device}/location" },
                { "topic": "owntracks/{user}/{device}", "device": "{user}-{device}", "format": "owntracks" }
              ],
              "rules": { "lateEvents": \(hasLateEvents) },
              "fences": \(SoakFleet.fences.dropLast(2)), \(Self.others) ],
              "owntracks": { "transitions": true, "waypoints": true, "setWaypoints": true },
              "homeAssistant": { "discovery": true, "zones": "\(number == 2 ? "beside" : "instead")" },
              "visits": { "radius": 120, "leaveAfter": 120 },
              "zones": { "fences": true, "timezone": "Europe/Berlin", "days": 36500 },
              "pois": { "files": ["stores.csv"], "nearest": 2, "regions": [\(number == 2 ? "90" : "90, 160")], "timezone": "Europe/Berlin" },
              "history": { "days": 36500 },
              "status": { "deviceEvery": 0, "allUpTo": \(allUpTo) },
              "limits": { "newDevicesPerMinute": 10000, "devices": 2000 },
              "http": { "port": \(http), "map": true },
              "store": { "path": "\(store)" },
              "log": { "level": "notice" }
            }
            """
        return number == 1 ? text.replacing(#""radius": 320"#, with: #""radius": 250"#) : text
    }

    private static let others = """
        { "id": "shed", "latitude": 52.7, "longitude": 13.7, "radius": 100, "groups": ["town"] },
        { "id": "lobby", "wifi": ["Lobby"] }
        """
}
