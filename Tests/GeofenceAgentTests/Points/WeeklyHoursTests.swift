import GeofenceCore
import Testing

@testable import geofence_agent

/// Opening hours as Woosmap writes them.
@Suite struct WeeklyHoursTests {
    private static func clocks(_ text: String) throws -> PointTable.Clocks? {
        var intake = PointIntake(PointSettings(), ConfigurationReading(file: "a.json", environment: [:]))
        let hours = try #require(WeeklyHours(JSONDocument.parse(text).root))
        return hours.clocks(&intake)
    }

    private static func monday(_ start: String, _ end: String) -> String {
        #"{"timezone":"UTC","usual":{"1":[{"start":"\#(start)","end":"\#(end)"}]}}"#
    }

    @Test(arguments: [
        ("08:30", "19:00", [510, 1140]), ("8:00", "24:00", [480, 1440]), ("22:00", "02:00", [1320, 1560]),
        ("20:00", "48:00", [1200, 2880]),
    ])
    func `takes hours of a day, also past midnight`(_ start: String, _ end: String, _ minutes: [Int]) throws {
        let rule = try Self.clocks(Self.monday(start, end))?.hours.rules.first
        #expect(rule?.spans.map { [$0.from, $0.to] } == [minutes])
    }

    @Test(arguments: [
        "9223372036854775807:00", "153722867280912931:00", "-9223372036854775808:00", "49:00", "-1:00",
        "08:60", "08:-5", "08:9223372036854775807", "08", "08:00:00", "08:00:x", ":", "",
    ])
    func `knows nothing of hours with a time that is none`(_ time: String) throws {
        #expect(try Self.clocks(Self.monday(time, "19:00")) == nil)
        #expect(try Self.clocks(Self.monday("08:00", time)) == nil)
    }

    @Test(arguments: [
        "2026-13-01", "2026-02-30", "2026-9223372036854775807-1", "2026-12-25-1", "2026-12", "x", "",
    ])
    func `knows nothing of hours with a date that is none`(_ date: String) throws {
        #expect(try Self.clocks(#"{"timezone":"UTC","usual":{},"special":{"\#(date)":[]}}"#) == nil)
    }
}
