import GeofenceCore
import Testing

@testable import geofence_agent

/// Positions whose values come one by one.
@Suite struct StreamedReportTests {
    /// A value, and when it comes, in milliseconds.
    struct Message: Sendable {
        let time: Int64
        let name: String
        let value: String

        init(_ time: Int64, _ name: String, _ value: String) {
            (self.time, self.name, self.value) = (time, name, value)
        }
    }

    private static let start: Int64 = 1_760_000_000_000

    /// What each message brings about: a place with its accuracy and time, or a reason; nothing where it waits.
    private static func told(_ messages: [Message]) throws -> [String] {
        var report = StreamedReport()
        return try messages.compactMap { message in
            let attribute = try #require(
                Array(message.name.utf8).withUnsafeBytes { StreamedAttribute($0) },
                "\(message.name)"
            )
            let now = Timestamp(milliseconds: start + message.time)
            do throws(Rejection) {
                let reading = try Array(message.value.utf8).withUnsafeBytes { bytes in
                    Result { () throws(Rejection) in
                        try report.take(attribute, StreamedValue(bytes), at: now)
                    }
                }.get()
                return reading.map(text)
            } catch {
                return error == .unrelated ? nil : error.rawValue
            }
        }
    }

    private static func text(_ reading: Reading) -> String {
        let accuracy = reading.fix?.accuracy.map { "±\($0)" } ?? ""
        let time = reading.time.map { "@\($0.milliseconds - start)" } ?? ""
        return
            "\(reading.fix?.coordinate.latitude ?? 0),\(reading.fix?.coordinate.longitude ?? 0)\(accuracy)\(time)"
    }

    /// What Home Assistant publishes when the state of a device changes.
    private static func burst(_ time: Int64, _ latitude: String, _ longitude: String, _ accuracy: String)
        -> [Message]
    {
        [
            Message(time, "state", "not_home"), Message(time, "latitude", latitude),
            Message(time + 1, "longitude", longitude), Message(time + 1, "gps_accuracy", accuracy),
        ]
    }

    private static func pair(_ time: Int64, _ latitude: String, _ longitude: String, gap: Int64 = 1)
        -> [Message]
    {
        [Message(time, "latitude", latitude), Message(time + gap, "longitude", longitude)]
    }

    @Test(
        arguments: [
            (
                burst(0, "1", "2", "8") + burst(5000, "1.5", "2.5", "9"),
                ["1.0,2.0±8.0@1", "1.5,2.5±9.0@5001"]
            ),
            // All at once, as when the agent comes back
            (burst(0, "1", "2", "8") + burst(0, "3", "4", "9"), ["1.0,2.0±8.0@1", "3.0,4.0±9.0@1"]),
            // No accuracy: the first waits to see that
            (
                pair(0, "1", "2") + pair(1000, "3", "4") + pair(2000, "5", "6"),
                ["1.0,2.0@1", "3.0,4.0", "5.0,6.0"]
            ),
            // The accuracy first
            (
                [Message(0, "gps_accuracy", "8")] + pair(0, "1", "2") + [Message(1000, "gps_accuracy", "9")]
                    + pair(1000, "3", "4"),
                ["1.0,2.0±8.0", "3.0,4.0±9.0"]
            ),
            // Only one changes
            (
                pair(0, "1", "2") + [Message(1000, "latitude", "3"), Message(2000, "latitude", "4")],
                ["1.0,2.0@1"]
            ),
            (pair(0, "1", "2") + [Message(1000, "longitude", "3")], ["1.0,2.0@1"]),
            (
                pair(0, "1", "2") + pair(1000, "3", "4") + [Message(2000, "longitude", "5")],
                ["1.0,2.0@1", "3.0,4.0", "missing"]
            ),
            // A report that is cut off ends with the next
            (
                [Message(0, "latitude", "1"), Message(5, "state", "home"), Message(6, "longitude", "2")],
                ["missing"]
            ),
            // After a kill in the middle of a report
            (
                [Message(0, "longitude", "2")] + pair(1000, "3", "4") + pair(2000, "5", "6"),
                ["missing", "3.0,4.0@1001", "5.0,6.0"]
            ),
            // Longitude first: the latitude is nearer to the one before
            (
                [
                    Message(0, "longitude", "2"), Message(1, "latitude", "1"),
                    Message(5000, "longitude", "4"),
                    Message(5001, "latitude", "3"),
                ],
                ["missing", "missing"]
            ),
            // Seconds apart, and too far apart
            (
                pair(0, "1", "2", gap: 10_000) + pair(60_000, "3", "4", gap: 3000),
                ["1.0,2.0@10000", "3.0,4.0"]
            ),
            (pair(0, "1", "2", gap: 10_001), ["missing"]),
            // Nothing known
            (burst(0, "null", "null", "null") + pair(10, "unknown", "unavailable"), ["missing", "missing"]),
            (burst(0, "\"1\"", "\"2\"", "null") + pair(10, "3", "4"), ["1.0,2.0@1"]),
            (pair(0, "north", "2"), ["type", "missing"]), (pair(0, "91", "2"), ["range"]),
            (burst(0, "1", "2", "-1"), ["range"]),
            // The moment that Home Assistant says
            (
                [
                    Message(0, "state", "x"),
                    Message(0, "last_updated", "2025-10-09T08:53:19.500000+00:00"),
                ] + pair(0, "1", "2") + [Message(2, "gps_accuracy", "8")],
                ["1.0,2.0±8.0@-500"]
            ),
        ] as [([Message], [String])]
    )
    func `joins what belongs together`(_ messages: [Message], _ told: [String]) throws {
        #expect(try Self.told(messages) == told)
    }

    @Test(
        arguments: [
            ("latitude", .latitude), ("tracker_latitude", .latitude), ("gps_longitude", .longitude),
            ("gps_accuracy", .accuracy), ("phone_gps_accuracy", .accuracy), ("vertical_accuracy", nil),
            ("wifi_ssid", .ssid), ("esp_connected_ssid", .ssid), ("esp_bssid", .bssid), ("bssid", .bssid),
            ("state", .state), ("last_updated", .updated), ("last_changed", nil), ("friendly_name", nil),
            ("", nil),
        ] as [(String, StreamedAttribute?)]
    )
    func `knows attributes by their names`(_ name: String, _ attribute: StreamedAttribute?) {
        #expect(Array(name.utf8).withUnsafeBytes { StreamedAttribute($0) } == attribute)
    }

    @Test(
        arguments: [
            (.ssid, "Net", nil, .connected(ssid: "Net", bssid: nil)),
            (.ssid, "\"Net\"", nil, .connected(ssid: "Net", bssid: nil)),
            (.ssid, "Net", .connected(ssid: "Net", bssid: "a"), .connected(ssid: "Net", bssid: "a")),
            (.ssid, "New", .connected(ssid: "Net", bssid: "a"), .connected(ssid: "New", bssid: nil)),
            (.ssid, "Net", .connected(ssid: nil, bssid: "a"), .connected(ssid: "Net", bssid: "a")),
            (.ssid, "", .connected(ssid: "Net", bssid: "a"), .disconnected),
            (.ssid, "Not Connected", nil, .disconnected), (.ssid, "unavailable", nil, nil),
            (
                .bssid, "AA:BB:CC:00:11:22", .connected(ssid: "Net", bssid: "a"),
                .connected(ssid: "Net", bssid: "aabbcc001122")
            ),
            (.bssid, "AA:BB:CC:00:11:22", nil, .connected(ssid: nil, bssid: "aabbcc001122")),
            (
                .bssid, "00:00:00:00:00:00", .connected(ssid: "Net", bssid: "a"),
                .connected(ssid: "Net", bssid: nil)
            ),
            (.bssid, "", nil, .disconnected), (.bssid, "unknown", nil, nil), (.bssid, "nonsense", nil, nil),
        ] as [(StreamedAttribute, String, WiFiReport?, WiFiReport?)]
    )
    func `takes names and addresses beside what is known`(
        _ attribute: StreamedAttribute,
        _ value: String,
        _ known: WiFiReport?,
        _ wifi: WiFiReport?
    ) {
        var report = StreamedReport()
        let reading = Array(value.utf8).withUnsafeBytes { bytes in
            try? report.takeNetwork(
                attribute,
                StreamedValue(bytes),
                known: known,
                at: Timestamp(milliseconds: Self.start)
            )
        }
        #expect(reading?.wifi == wifi)
    }

    @Test func `keeps an address that came just before its network's name`() throws {
        var report = StreamedReport()
        func take(_ attribute: StreamedAttribute, _ value: String, _ known: WiFiReport, _ time: Int64) throws
            -> WiFiReport?
        {
            try Array(value.utf8).withUnsafeBytes { bytes in
                try report.takeNetwork(
                    attribute,
                    StreamedValue(bytes),
                    known: known,
                    at: Timestamp(milliseconds: time)
                ).wifi
            }
        }
        let old = WiFiReport.connected(ssid: "Old", bssid: "a")
        let between = try #require(try take(.bssid, "aabbcc001122", old, 0))
        #expect(between == .connected(ssid: "Old", bssid: "aabbcc001122"))
        #expect(try take(.ssid, "New", between, 10_000) == .connected(ssid: "New", bssid: "aabbcc001122"))
        #expect(try take(.ssid, "New", between, 10_001) == .connected(ssid: "New", bssid: nil))
    }

    @Test func `forgets rather than grow without bounds`() throws {
        var reports = StreamedReports()
        func isWaiting(_ device: Int) -> Bool {
            var report = reports[.init(source: 0, device: Array("\(device)".utf8))]
            let value = StreamedValue(UnsafeRawBufferPointer(start: nil, count: 0))
            return (try? report.take(.state, value, at: Timestamp(milliseconds: 0))) != nil
        }
        let (latitude, longitude) = (Array("1".utf8), Array("2".utf8))
        for device in 0...StreamedReports.limit {
            let key = StreamedReports.Key(source: 0, device: Array("\(device)".utf8))
            let now = Timestamp(milliseconds: 0)
            _ = try latitude.withUnsafeBytes {
                try reports[key].take(.latitude, StreamedValue($0), at: now)
            }
            _ = try longitude.withUnsafeBytes {
                try reports[key].take(.longitude, StreamedValue($0), at: now)
            }
            if device == StreamedReports.limit - 1 { #expect(isWaiting(0)) }
        }
        #expect(!isWaiting(0))
        #expect(isWaiting(StreamedReports.limit))
    }
}
