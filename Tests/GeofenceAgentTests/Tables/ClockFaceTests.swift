import GeofenceCore
import Testing

@testable import geofence_agent

@Suite struct ClockFaceTests {
    @Test(arguments: [
        ("UTC", "2026-11-20T23:59:59.999Z", "2026-11-20 23:59:59", "2026-11-20T23:59:59Z"),
        ("Europe/Berlin", "2026-11-20T23:30:00Z", "2026-11-21 00:30:00", "2026-11-21T00:30:00+01:00"),
        ("Asia/Kolkata", "2026-11-20T23:30:00Z", "2026-11-21 05:00:00", "2026-11-21T05:00:00+05:30"),
        ("America/St_Johns", "2026-11-20T01:00:00Z", "2026-11-19 21:30:00", "2026-11-19T21:30:00-03:30"),
    ])
    func `shows moments as a zone's clocks do`(
        _ zone: String,
        _ time: String,
        _ text: String,
        _ iso8601: String
    ) throws {
        let face = ClockFace(zone: try TimeZoneFiles(environment: [:]).table(zone))
        let moment = try #require(Timestamp(iso8601: time))
        #expect(face.text(moment) == text)
        #expect(face.iso8601(moment) == iso8601)
        #expect(Timestamp(iso8601: iso8601)?.milliseconds == moment.milliseconds / 1000 * 1000)
        #expect(face.title("TIME") == "TIME (\(zone))")
    }

    @Test(arguments: [Timestamp.distantPast, .distantFuture])
    func `shows the ends of time`(_ time: Timestamp) {
        #expect(ClockFace.utc.text(time).count == 19)
        #expect(ClockFace.date(ofDay: time.day).count == 10)
    }
}
