import BenchmarkSupport
import GeofenceCore
import Testing

@testable import geofence_agent

/// Files of points with something in them exchanged: whatever stands there, the agent goes on.
@Suite struct PointFuzzTests {
    private static let geoJSON = """
        {"type":"FeatureCollection","features":[{"id":7,"geometry":{"type":"Point","coordinates":[13.4,52.5]},
        "properties":{"name":"A","address":{"zipcode":10115},"tags":["a"],"types":"b;c","reach":250,"opening_hours":
        {"timezone":"UTC","usual":{"1":[{"start":"08:00","end":"18:00"}],"default":[{"all-day":true}]},
        "special":{"2026-12-25":[{"start":"10:00","end":"12:00"}]}}}},
        {"geometry":{"type":"Point","coordinates":[-180,90,5]},"properties":{"store_id":"x","reach":"3",
        "opening_hours":"2026 Dec 24-26,Jan Mo-Fr,PH 08:00-12:00,13:00-26:00 off; We 24/7 \\"c\\", Sa 09:00-13:00"}}]}
        """
    private static let csv = """
        id;name;lat;lon;zip;tags;opening_hours;reach
        1;A;52,5;13,4;10115;a,b;Mo-Fr 08:00-18:00; Sa off;250
        2;"B;B";0;180;;;Dec 24-Jan 2 10:00-11:00, Feb 29 off;1e5
        """
    /// What takes the place of something.
    private static let splinters = [
        "9223372036854775807", "-9223372036854775808", "18446744073709551616", "1e308", "-1e308", "1e-320",
        "1e999", "0", "-1", "255", "99", "60", "2880", "0.1", "null", "\"", "[", "]", "{", "}", ",", ":", ";",
        "-", "\n", "\0", "\u{200D}", "é", "Feb 29", "24/7", "off", "", "9999", "Mo", "00:00-48:00", "\"\"",
        "\\",
    ]

    private static func changed(_ text: String, _ random: inout SeededGenerator) -> [UInt8] {
        var bytes = Array(text.utf8)
        for _ in 0..<Int.random(in: 1...4, using: &random) {
            var start = Int.random(in: 0..<max(1, bytes.count), using: &random)
            var end = min(bytes.count, start + Int.random(in: 0...3, using: &random))
            // A whole number as often as any bytes.
            let digits = bytes.indices.filter { (0x30...0x39).contains(bytes[$0]) }
            if Bool.random(using: &random), let digit = digits.randomElement(using: &random) {
                (start, end) = (digit, digit)
                while start > 0, isWord(bytes[start - 1]) { start -= 1 }
                while end < bytes.count, isWord(bytes[end]) { end += 1 }
            }
            let splinter = splinters.randomElement(using: &random) ?? ""
            bytes.replaceSubrange(min(start, end)..<end, with: splinter.utf8)
        }
        return bytes
    }

    private static func isWord(_ byte: UInt8) -> Bool {
        byte > 0x7F || byte | 0x20 >= 0x61 || (0x30...0x39).contains(byte)
    }

    /// Reads a file and asks everything of its points that the agent does.
    private static func use(_ bytes: [UInt8], _ read: ([UInt8], inout PointImporter) -> Void) throws -> Int {
        var settings = PointSettings()
        (settings.radius, settings.regions, settings.timeZone) = ("reach", [100], .utc)
        var intake = PointImporter(settings, ConfigurationReading(file: "a.json", environment: [:]))
        intake.begin("a.csv")
        read(bytes, &intake)
        _ = intake.report.map(\.description)
        let pois = PointsOfInterest(settings: settings, table: PointTable(intake.builder, fingerprint: ""))
        for point in 0..<pois.table.count {
            for year in stride(from: 1970, to: 2040, by: 7) {
                let time = try #require(Timestamp(iso8601: "\(year)-12-31T23:30:00Z"))
                _ = pois.table.isOpen(point, at: time)
            }
            _ = pois.table.isOpen(point, at: .distantPast)
            _ = pois.table.isOpen(point, at: .distantFuture)
            for fence in pois.fences(around: point, rules: Rules()) {
                #expect(fence.id.description.utf8.count <= Identifier.maximumBytes)
            }
        }
        return pois.table.count
    }

    @Test(arguments: 0..<8) func `reads whatever stands in a file`(_ seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        var count = 0
        for _ in 0..<150 {
            count += try Self.use(Self.changed(Self.geoJSON, &random)) { GeoJSONPoints.read($0, into: &$1) }
            count += try Self.use(Self.changed(Self.csv, &random)) { CSVPoints.read($0, into: &$1) }
        }
        #expect(count > 150, "most files still have points")
    }
}
