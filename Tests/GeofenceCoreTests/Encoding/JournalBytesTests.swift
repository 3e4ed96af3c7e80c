import GeofenceCore
import Testing

/// What a device has reported, as the journal keeps it.
@Suite struct JournalBytesTests {
    /// What has the longest numbers, and all that a fix can say.
    private static func observation(_ wifi: WiFiReport?) throws -> Observation {
        let place = try Coordinate(latitude: -52.123_456_789, longitude: 179.987_654_321)
        var observation = Observation(
            time: Timestamp(milliseconds: 1_000_000_000_000_000),
            arrival: Timestamp(milliseconds: -1_000_000_000_000_000),
            fix: Fix(coordinate: place, accuracy: 12.5, altitude: 310.25, speed: 88.5),
            wifi: wifi
        )
        observation.rest = .firmTwoFixes
        return observation
    }

    @Test(arguments: [1, 64, Identifier.maximumBytes])
    func `the kind, the device, the observation and the end stand one behind the other`(_ length: Int) throws
    {
        let id = try Identifier(String(repeating: "a", count: length))
        var engine = Engine()
        let device = engine.admit(id)
        for wifi in [nil, .disconnected, WiFiReport.connected(ssid: "Depot", bssid: "aabbccddeeff")] {
            for end: UInt8? in [nil, 9] {
                let observation = try Self.observation(wifi)
                var (written, wanted) = (ByteWriter(), ByteWriter())
                engine.write(observation, of: device, behind: 7, before: end, to: &written)
                wanted.byte(7)
                wanted.text(id.description)
                observation.write(to: &wanted)
                if let end { wanted.byte(end) }
                #expect(written.bytes == wanted.bytes, "\(String(describing: wifi))")
            }
        }
    }
}
