import GeofenceCore
import Testing

@testable import geofence_agent

@Suite struct TrackNameTests {
    @Test(
        arguments: [
            ("-", "-", "", .jsonLines), ("/dev/stdin", "stdin", "", .jsonLines),
            ("day.jsonl", "day", "jsonl", .jsonLines), ("day.NDJSON", "day", "NDJSON", .jsonLines),
            ("tracks/van 1.2026.gpx", "van 1.2026", "gpx", .gpx), ("../a.GPX", "a", "GPX", .gpx),
            ("a.csv", "a", "csv", .csv), ("a.tsv", "a", "tsv", .csv), ("a.Nmea", "a", "Nmea", .nmea),
            (".gpx", ".gpx", "", .jsonLines), ("a.txt", "a", "txt", nil), ("a.", "a", "", .jsonLines),
        ] as [(String, String, String, TrackFormat?)]
    )
    func `tells format and device`(_ file: String, _ stem: String, _ end: String, _ format: TrackFormat?) {
        let name = TrackName(file)
        #expect((name.stem, name.fileExtension) == (stem, end))
        #expect(TrackFormat(file: file) == format)
    }

    @Test(
        arguments: [
            (1024 * 7, 0.0, true), (1024 * 7, 30, true), (1024 * 7, -30, true), (1024 * 7, 30.1, false),
            (1024 * 7, -30.1, false), (0, 0, false), (-1024 * 7, 0, false), (512 * 7, 0, false),
            (2048 * 7, 0, false),
        ] as [(Int64, Double, Bool)]
    )
    func `puts stamps right that are 1,024 weeks old`(_ days: Int64, _ more: Double, _ isRepaired: Bool) {
        let newest = Timestamp(milliseconds: 1_777_879_800_000)
        let age = days * 86_400_000 + Int64(more * 86_400_000)
        let time = newest.advanced(byMilliseconds: -age)
        let expected = isRepaired ? time.advanced(byMilliseconds: 1024 * 7 * 86_400_000) : time
        #expect(GPSWeeks.repaired(time, after: newest) == expected)
        #expect(GPSWeeks.repaired(time, after: nil) == time)
        #expect(GPSWeeks.repaired(.distantPast, after: .distantFuture) == .distantPast)
    }
}
