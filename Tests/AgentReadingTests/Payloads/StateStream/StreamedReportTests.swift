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

    /// What each message brings about: a place with its accuracy and time, or a reason; nothing where it
    /// waits.
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
                        try report.add(attribute, StreamedValue(bytes), at: now)
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

    private static func reversed(_ time: Int64, _ latitude: String, _ longitude: String, gap: Int64)
        -> [Message]
    {
        [Message(time, "longitude", longitude), Message(time + gap, "latitude", latitude)]
    }

    private static func within(_ time: Int64, _ latitude: String, _ longitude: String, _ accuracy: String)
        -> [Message]
    {
        [
            Message(time, "longitude", longitude), Message(time + 1, "gps_accuracy", accuracy),
            Message(time + 2, "latitude", latitude),
        ]
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
            // Longitude first: the latitude is nearer to the one before, which shows it
            (
                reversed(0, "1", "2", gap: 1) + reversed(1200, "3", "4", gap: 500)
                    + reversed(2400, "5", "6", gap: 1) + reversed(3600, "7", "8", gap: 501),
                ["missing", "missing", "3.0,4.0@1700", "5.0,6.0"]
            ),
            (
                reversed(0, "1", "2", gap: 501) + reversed(5000, "3", "4", gap: 1),
                ["missing", "missing"]
            ),
            // The same with the accuracy within, after, and before
            (
                within(0, "1", "2", "7") + within(1200, "3", "4", "8") + within(2400, "5", "6", "9"),
                ["missing", "missing", "3.0,4.0±8.0", "5.0,6.0±9.0"]
            ),
            (
                reversed(0, "1", "2", gap: 1) + reversed(1200, "3", "4", gap: 1)
                    + [Message(1202, "gps_accuracy", "8")],
                ["missing", "missing", "3.0,4.0±8.0@1201"]
            ),
            (
                reversed(0, "1", "2", gap: 1) + [Message(1200, "gps_accuracy", "8")]
                    + reversed(1200, "3", "4", gap: 1),
                ["missing", "missing", "3.0,4.0±8.0"]
            ),
            // and back
            (
                reversed(0, "1", "2", gap: 1) + reversed(1200, "3", "4", gap: 1) + pair(9000, "5", "6")
                    + pair(11_000, "7", "8"),
                ["missing", "missing", "3.0,4.0@1201", "5.0,6.0", "7.0,8.0"]
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
            try? report.addNetwork(
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
                try report.addNetwork(
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

    @Test func `forgets rather than grow without bounds, but no whole position`() throws {
        var reports = StreamedReports()
        let now = Timestamp(milliseconds: 0)
        func key(_ device: Int) throws -> StreamedReports.Key {
            StreamedReports.Key(filter: "a/+/+", device: try Identifier("\(device)"))
        }
        var (half, whole) = (StreamedReport(), StreamedReport())
        half.latitude = .init(value: 1, arrival: now)
        whole.waiting = Observation(time: now, arrival: now)
        reports[try key(0)] = whole
        for device in 1..<StreamedReports.limit { reports[try key(device)] = half }
        #expect(reports.all.count == StreamedReports.limit)
        reports[try key(StreamedReports.limit)] = half
        #expect(reports.all == [try key(0): whole, try key(StreamedReports.limit): half])
    }

    @Test func `says which position has waited long enough, each once`() throws {
        var reports = StreamedReports()
        func at(_ time: Int64) -> Timestamp { Timestamp(milliseconds: Self.start + time) }
        func key(_ device: String) throws -> StreamedReports.Key {
            StreamedReports.Key(filter: "a/+/+", device: try Identifier(device))
        }
        func wait(_ device: String, _ time: Int64) throws {
            var report = StreamedReport()
            report.waiting = Observation(time: at(time), arrival: at(time))
            reports[try key(device)] = report
        }
        #expect(reports.nextTurn == nil)
        for (device, time) in [("a", 0), ("b", 1), ("c", 5)] as [(String, Int64)] { try wait(device, time) }
        reports[try key("b")] = StreamedReport()
        #expect(reports.nextTurn == at(1001))
        #expect(reports.nextDue(at: at(1000)) == nil)
        #expect(try reports.nextDue(at: at(1001)) == key("a"))
        #expect(reports.nextDue(at: at(1002)) == nil)
        #expect(reports.nextTurn == at(1006))
        // Also where the clock was set back
        #expect(try reports.nextDue(at: at(-1)) == key("c"))
        #expect(reports.nextTurn == nil)
    }
}
