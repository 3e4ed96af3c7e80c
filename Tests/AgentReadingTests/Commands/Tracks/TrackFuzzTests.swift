import BenchmarkSupport
import Foundation
import GeofenceCore
import Testing

@testable import geofence_agent

/// Whatever stands in a file, it is read or told: nothing traps, nothing impossible comes out, and nothing
/// takes long.
@Suite struct TrackFuzzTests {
    private static let folder = URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "../../../Fixtures/Tracks/in").standardizedFileURL.path

    private static let tokens = [
        "<", ">", "</", "/>", "<!--", "<![CDATA[", "&#0;", "&amp", "\"", "'", ";", ",", "\t", "\n", "\r\n",
        "$", "*",
        "$GPRMC,", "A", "V", "-", "1e999", "9223372036854775808", "nan", "\0", "\u{FEFF}", "é", "<trkpt>",
        "240000",
    ]
    .map { Array($0.utf8) }

    private static func changed(_ bytes: [UInt8], _ random: inout SeededGenerator) -> [UInt8] {
        func number(_ limit: Int) -> Int { Int(random.next() % UInt64(max(1, limit))) }
        var bytes = bytes
        for _ in 0...number(6) {
            let start = number(bytes.count + 1)
            let range = start..<min(start + number(9), bytes.count)
            switch number(4) {
            case 0:
                bytes.replaceSubrange(
                    range,
                    with: range.map { _ in UInt8(truncatingIfNeeded: random.next()) }
                )
            case 1: bytes.removeSubrange(range)
            case 2: bytes.replaceSubrange(range, with: tokens[number(tokens.count)])
            default: bytes.insert(contentsOf: tokens[number(tokens.count)], at: start)
            }
        }
        return bytes
    }

    @Test(arguments: ["bike.gpx", "fleet.csv", "phone.csv", "logger.csv", "boat.nmea", "late.jsonl"])
    func `reads or tells what was changed at random`(_ name: String) throws {
        let bytes = try FileContents(path: Self.folder + "/" + name).bytes
        var random = SeededGenerator(seed: 7)
        var (taken, told) = (0, 0)
        for round in 0..<150 {
            var reader = TrackReader()
            let entries = reader.read(Self.changed(bytes, &random), file: name)
            let isPossible = entries.allSatisfy {
                let (time, fix) = ($0.observation.time, $0.observation.fix)
                return time >= .year2000 && $0.observation.arrival >= time && fix?.accuracy ?? 1 > 0
                    && (0...10_000).contains(fix?.speed ?? 0) && abs(fix?.altitude ?? 0) <= 100_000
            }
            #expect(isPossible, "round \(round)")
            taken += entries.count
            told += reader.problems.count
        }
        #expect(taken > 40)
        #expect(told > 40)
    }

    @Test(
        arguments: [
            ("deep.gpx", "<gpx>", "<a>", "! deep.gpx:1: has more than 256 elements within each other"),
            ("wide.gpx", "<gpx>", "<a/>\n", "! wide.gpx:70001: is cut off within <gpx>"),
            ("long.gpx", "<gpx a=\"", "xx", "! long.gpx:1: has a tag that is no XML"),
            ("long.csv", "time,lat,lon\n\"", "xx", "! long.csv:2: has a quote that is never closed"),
            (
                "many.csv", "time,lat,lon\n", ",",
                "! many.csv:2: needs a latitude and a longitude, or a network"
            ),
            ("long.nmea", "$GPRMC,", ",,", "! long.nmea:1: is cut off: it has no checksum"),
            ("long.jsonl", "", "[[", "! long.jsonl:1: is longer than 65536 bytes"),
        ]
    )
    func `gets through what goes on and on`(_ name: String, _ start: String, _ piece: String, _ told: String)
    {
        let bytes = Array(start.utf8) + Array(repeatElement(Array(piece.utf8), count: 70_000).joined())
        var reader = TrackReader()
        #expect(reader.read(bytes, file: name).isEmpty)
        #expect(reader.problems.map { "! \($0)" } == [told])
    }
}
