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
}
