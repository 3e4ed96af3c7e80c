import GeofenceCore

extension StoredInput {
    static func observations() throws -> [StoredInput] {
        let place = try Coordinate(latitude: 52.5432, longitude: 13.3661)
        let fix = Fix(coordinate: place, accuracy: 8, altitude: 41, speed: 27.5)
        let seam = try Fix(coordinate: Coordinate(latitude: 0, longitude: 180))
        let wifi = WiFiReport.connected(ssid: "DepotNet", bssid: "aabbcc001122")
        return [
            input(
                "both",
                Observation(time: .start, arrival: .start.advanced(byMilliseconds: 250), fix: fix, wifi: wifi)
            ),
            input("bare", Observation(time: .start, arrival: .start, fix: seam)),
            input(
                "off",
                Observation(time: .start, arrival: .start.advanced(byMilliseconds: -5), wifi: .disconnected)
            ),
        ]
    }

    private static func input(_ name: String, _ observation: Observation) -> StoredInput {
        StoredInput("observation-\(name)") { observation.write(to: &$0) }
    }
}

extension Timestamp {
    /// A Monday at noon, when every fence of the corpus is open.
    static let start = Timestamp(milliseconds: 1_767_614_400_000)
}
