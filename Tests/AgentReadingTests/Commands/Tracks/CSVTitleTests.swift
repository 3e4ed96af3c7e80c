import GeofenceCore
import Testing

@testable import geofence_agent

/// Units in the titles of a table's columns.
@Suite struct CSVTitleTests {
    @Test(
        arguments: [
            ("accuracy", 30), ("accuracy (m)", 30), ("Accuracy [Meters]", 30), ("accuracy (ft)", nil),
            ("accuracy (km)", nil),
        ] as [(String, Double?)]
    )
    func `a length in another unit than metres is not read`(_ title: String, _ accuracy: Double?) {
        var reader = TrackReader()
        let table = "time,lat,lon,\(title)\n2026-05-04T07:30:00Z,52.5,13.4,30\n"
        let entries = reader.read(Array(table.utf8), file: "van.csv")
        #expect(entries.map { $0.observation.fix?.accuracy } == [accuracy])
    }
}
