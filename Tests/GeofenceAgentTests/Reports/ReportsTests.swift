@testable import GeofenceCore
import Testing

@testable import geofence_agent

/// Payloads byte for byte: other programs are written against them.
@Suite struct ReportsTests {
    private static let noon = Timestamp(milliseconds: 1_760_000_000_000)
    private static let later = noon.advanced(byMilliseconds: 90_250)

    private static func event(_ kind: Event.Kind, _ change: (inout Event) throws -> Void = { _ in }) throws
        -> Event
    {
        var event = Event(
            kind: kind,
            device: try Identifier("van 1"),
            fence: try Identifier("depot"),
            name: nil,
            time: later,
            confirmed: nil,
            fix: nil,
            via: .region,
            cause: .position,
            confidence: 0.98765,
            visit: noon,
            sequence: 7
        )
        try change(&event)
        return event
    }

    private static func fix(_ latitude: Double, _ longitude: Double, _ accuracy: Double? = nil) throws -> Fix
    {
        Fix(coordinate: try Coordinate(latitude: latitude, longitude: longitude), accuracy: accuracy)
    }

    static func events() throws -> [(Event, String)] {
        [
            (
                try event(.enter) { event in
                    (event.time, event.name, event.via, event.sequence) = (
                        noon, "Depot \"Nord\"", [.region, .wifi], 1
                    )
                    event.fix = try fix(52.5432, 13, 8)
                },
                #"{"event":"enter","id":"van 1/depot/2025-10-09T08:53:20.000Z/enter","device":"van 1","fence":"depot","name":"Depot \"Nord\"","time":"2025-10-09T08:53:20.000Z","latitude":52.5432,"longitude":13,"accuracy":8,"via":["region","wifi"],"cause":"position","confidence":0.9877,"visit":"van 1/depot/2025-10-09T08:53:20.000Z","seq":1}"#
            ),
            (
                try event(.enter) { ($0.time, $0.via, $0.cause) = (noon, .wifi, .wifi) },
                #"{"event":"enter","id":"van 1/depot/2025-10-09T08:53:20.000Z/enter","device":"van 1","fence":"depot","name":"depot","time":"2025-10-09T08:53:20.000Z","via":["wifi"],"cause":"wifi","confidence":0.9877,"visit":"van 1/depot/2025-10-09T08:53:20.000Z","seq":7}"#
            ),
            (
                try event(.exit(duration: 90_250)) { event in
                    (event.confirmed, event.cause) = (later.advanced(byMilliseconds: 20_000), .timer)
                    event.fix = try fix(-0.00001, 180)
                },
                #"{"event":"exit","id":"van 1/depot/2025-10-09T08:53:20.000Z/exit","device":"van 1","fence":"depot","name":"depot","time":"2025-10-09T08:54:50.250Z","confirmed":"2025-10-09T08:55:10.250Z","latitude":-0.00001,"longitude":180,"via":["region"],"cause":"timer","confidence":0.9877,"visit":"van 1/depot/2025-10-09T08:53:20.000Z","seq":7,"duration":90.25}"#
            ),
            (
                try event(.dwell(300_000)) { $0.cause = .timer },
                #"{"event":"dwell","id":"van 1/depot/2025-10-09T08:53:20.000Z/dwell-300","device":"van 1","fence":"depot","name":"depot","time":"2025-10-09T08:54:50.250Z","via":["region"],"cause":"timer","confidence":0.9877,"visit":"van 1/depot/2025-10-09T08:53:20.000Z","seq":7,"dwell":300}"#
            ),
            (
                try event(.dwell(500)) { $0.via = [] },
                #"{"event":"dwell","id":"van 1/depot/2025-10-09T08:53:20.000Z/dwell-0.5","device":"van 1","fence":"depot","name":"depot","time":"2025-10-09T08:54:50.250Z","via":[],"cause":"position","confidence":0.9877,"visit":"van 1/depot/2025-10-09T08:53:20.000Z","seq":7,"dwell":0.5}"#
            ),
            (
                try event(.speeding(speed: 48.26, limit: 30, episode: 2)),
                #"{"event":"speeding","id":"van 1/depot/2025-10-09T08:53:20.000Z/speeding-2","device":"van 1","fence":"depot","name":"depot","time":"2025-10-09T08:54:50.250Z","via":["region"],"cause":"position","confidence":0.9877,"visit":"van 1/depot/2025-10-09T08:53:20.000Z","seq":7,"speed":48.3,"limit":30}"#
            ),
            (
                try event(.speedingEnd(duration: 1500, speed: 50, limit: 30, episode: 2)),
                #"{"event":"speeding-end","id":"van 1/depot/2025-10-09T08:53:20.000Z/speeding-end-2","device":"van 1","fence":"depot","name":"depot","time":"2025-10-09T08:54:50.250Z","via":["region"],"cause":"position","confidence":0.9877,"visit":"van 1/depot/2025-10-09T08:53:20.000Z","seq":7,"duration":1.5,"speed":50,"limit":30}"#
            ),
            (
                try event(.enter) { ($0.isLate, $0.time, $0.confidence) = (true, noon, 1) },
                #"{"event":"enter","id":"van 1/depot/2025-10-09T08:53:20.000Z/enter-late","device":"van 1","fence":"depot","name":"depot","time":"2025-10-09T08:53:20.000Z","via":["region"],"cause":"position","confidence":1,"late":true,"visit":"van 1/depot/2025-10-09T08:53:20.000Z","seq":7}"#
            ),
            (
                try event(.enter) { ($0.isGroup, $0.time, $0.confidence) = (true, noon, 0.5) },
                #"{"event":"enter","id":"van 1/depot/2025-10-09T08:53:20.000Z/enter","device":"van 1","group":"depot","name":"depot","time":"2025-10-09T08:53:20.000Z","via":["region"],"cause":"position","confidence":0.5,"visit":"van 1/depot/2025-10-09T08:53:20.000Z","seq":7}"#
            ),
        ]
    }

    @Test(arguments: try events())
    func `writes an event`(_ event: Event, _ json: String) {
        #expect(String(decoding: Reports.event(event), as: UTF8.self) == json)
    }

    @Test(arguments: [
        (Cause.position, "position"), (.wifi, "wifi"), (.timer, "timer"), (.expired, "expired"),
        (.initial, "initial"), (.removed, "removed"), (.schedule, "schedule"), (.crossing, "crossing"),
    ])
    func `names the cause`(_ cause: Cause, _ name: String) throws {
        let json = String(decoding: Reports.event(try Self.event(.enter) { $0.cause = cause }), as: UTF8.self)
        #expect(json.contains("\"cause\":\"\(name)\""))
    }

    static func statuses() -> [(StatusReport, String)] {
        [
            (
                StatusReport(
                    status: .inside,
                    since: noon,
                    via: [.region, .wifi],
                    distance: -42.149,
                    time: later,
                    accuracy: 8,
                    visit: noon
                ),
                #"{"status":"inside","since":"2025-10-09T08:53:20.000Z","via":["region","wifi"],"distance":-42.1,"time":"2025-10-09T08:54:50.250Z","accuracy":8,"visit":"van/depot/2025-10-09T08:53:20.000Z"}"#
            ),
            (
                StatusReport(
                    status: .outside,
                    since: noon,
                    via: [],
                    distance: 1234.96,
                    time: later,
                    accuracy: 12.5
                ),
                #"{"status":"outside","since":"2025-10-09T08:53:20.000Z","via":[],"distance":1235,"time":"2025-10-09T08:54:50.250Z","accuracy":12.5}"#
            ),
            (
                StatusReport(status: .outside, since: noon, via: [], distance: -0.04, time: later),
                #"{"status":"outside","since":"2025-10-09T08:53:20.000Z","via":[],"distance":0,"time":"2025-10-09T08:54:50.250Z"}"#
            ),
            (
                StatusReport(status: .inside, since: noon, via: .wifi, time: later, visit: noon),
                #"{"status":"inside","since":"2025-10-09T08:53:20.000Z","via":["wifi"],"time":"2025-10-09T08:54:50.250Z","visit":"van/depot/2025-10-09T08:53:20.000Z"}"#
            ),
            (StatusReport(status: .unknown, via: []), #"{"status":"unknown","via":[]}"#),
            (
                StatusReport(status: .unknown, via: [], time: later, isStale: true),
                #"{"status":"unknown","cause":"stale","via":[],"time":"2025-10-09T08:54:50.250Z"}"#
            ),
            (
                StatusReport(status: .inside, since: noon, via: .region, visit: noon, confidence: 0.123_45),
                #"{"status":"inside","since":"2025-10-09T08:53:20.000Z","via":["region"],"confidence":0.1235,"visit":"van/depot/2025-10-09T08:53:20.000Z"}"#
            ),
        ]
    }

    private static func groups() -> [(GroupReport, String)] {
        [
            (
                GroupReport(status: .outside, since: noon, fences: []),
                #"{"status":"outside","since":"2025-10-09T08:53:20.000Z","fences":[]}"#
            ),
            (
                GroupReport(status: .unknown, fences: [], isStale: true),
                #"{"status":"unknown","cause":"stale","fences":[]}"#
            ),
        ]
    }

    @Test(arguments: groups())
    func `writes a group's status`(_ report: GroupReport, _ json: String) throws {
        let bytes = Reports.group(report, try Identifier("van"), try Identifier("depots"))
        #expect(String(decoding: bytes, as: UTF8.self) == json)
    }

    @Test(arguments: statuses())
    func `writes a status`(_ report: StatusReport, _ json: String) throws {
        let bytes = Reports.status(report, try Identifier("van"), try Identifier("depot"))
        #expect(String(decoding: bytes, as: UTF8.self) == json)
    }

    static func devices() throws -> [(DeviceReport, String)] {
        let (depot, yard) = (try Identifier("depot"), try Identifier("yard"))
        func report(_ wifi: WiFiReport?, at time: Timestamp? = later) -> DeviceReport {
            DeviceReport(inside: [], wifi: wifi, wifiTime: time)
        }
        let network = WiFiReport.connected(ssid: "Net \u{1B}", bssid: "aabbcc001122")
        return [
            (
                DeviceReport(
                    inside: [depot, yard],
                    fix: try fix(52.5, -13.25, 4.5),
                    fixTime: noon,
                    wifi: network,
                    wifiTime: later
                ),
                #"{"inside":["depot","yard"],"latitude":52.5,"longitude":-13.25,"accuracy":4.5,"time":"2025-10-09T08:53:20.000Z","wifi":{"ssid":"Net \u001b","bssid":"aa:bb:cc:00:11:22","time":"2025-10-09T08:54:50.250Z"}}"#
            ),
            (
                DeviceReport(inside: [], fix: try fix(-90, 0), fixTime: noon),
                #"{"inside":[],"latitude":-90,"longitude":0,"time":"2025-10-09T08:53:20.000Z"}"#
            ),
            (
                report(.connected(ssid: "Net", bssid: nil)),
                #"{"inside":[],"wifi":{"ssid":"Net","time":"2025-10-09T08:54:50.250Z"}}"#
            ),
            (
                report(.connected(ssid: nil, bssid: "00000000000f")),
                #"{"inside":[],"wifi":{"bssid":"00:00:00:00:00:0f","time":"2025-10-09T08:54:50.250Z"}}"#
            ),
            (report(.disconnected), #"{"inside":[]}"#), (report(nil, at: nil), #"{"inside":[]}"#),
        ]
    }

    @Test(arguments: try devices())
    func `writes a device`(_ report: DeviceReport, _ json: String) {
        #expect(String(decoding: Reports.device(report), as: UTF8.self) == json)
    }

    @Test(arguments: [
        (0, #"{"count":3,"devices":[]}"#), (2, #"{"count":3,"devices":["a","b"]}"#),
        (3, #"{"count":3,"devices":["a","b","ü\""]}"#), (100, #"{"count":3,"devices":["a","b","ü\""]}"#),
    ])
    func `writes the occupants, all of them in the count`(_ limit: Int, _ json: String) throws {
        let devices = [try Identifier("a"), try Identifier("b"), try Identifier("ü\"")]
        #expect(String(decoding: Reports.occupants(devices, limit: limit), as: UTF8.self) == json)
        let none = String(decoding: Reports.occupants([], limit: limit), as: UTF8.self)
        #expect(none == #"{"count":0,"devices":[]}"#)
    }

    @Test func `has a topic for everything, under its base`() throws {
        let (topics, van, depot) = (Topics(base: "a/b"), try Identifier("van 1"), try Identifier("depot"))
        let all = [
            topics.state, topics.info, topics.stats, topics.status(van, depot), topics.event(van, depot),
            topics.device(van), topics.fence(depot),
        ]
        let expected = [
            "a/b/agent/state", "a/b/agent/info", "a/b/agent/stats", "a/b/status/van 1/depot",
            "a/b/event/van 1/depot",
            "a/b/device/van 1", "a/b/fence/depot",
        ]
        #expect(all == expected)
    }

    @Test(arguments: Rejection.allCases)
    func `counts a rejection under its own reason`(_ reason: Rejection) throws {
        var counters = Counters()
        counters.reject(reason)
        var expected = Counters()
        expected.rejected[try #require(Rejection.allCases.firstIndex(of: reason))] = 1
        #expect(counters == expected)
    }
}
