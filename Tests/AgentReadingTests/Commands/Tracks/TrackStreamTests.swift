import Foundation
import GeofenceCore
import Testing

@testable import AgentTestSupport
@testable import geofence_agent

/// Tracks that are read piece by piece.
@Suite struct TrackStreamTests {
    private static let folder = URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "../../../Fixtures/Tracks/in").standardizedFileURL.path

    private static let names =
        (try? FileManager.default.contentsOfDirectory(atPath: folder).sorted()) ?? []

    private static func read(_ stream: TrackStream) -> (lines: [String], problems: [TrackProblem]) {
        var stream = stream
        var lines: [String] = []
        while let entry = stream.next() { lines.append(TrackLine.of(entry)) }
        return (lines, stream.removeProblems())
    }

    @Test(arguments: names, [3, 64, 1000])
    func `pieces of any size give what the whole gives`(_ name: String, _ piece: Int) throws {
        let bytes = try FileContents(path: Self.folder + "/" + name).bytes
        let whole = Self.read(TrackStream(bytes, file: name, piece: bytes.count + 1))
        let pieces = Self.read(TrackStream(bytes, file: name, piece: piece))
        #expect(pieces.lines == whole.lines)
        #expect(pieces.problems == whole.problems)
    }

    @Test(arguments: [
        "", "<", "<gpx", "<gpx>", "<gpx><!-- > --><trk/></gpx>", "<gpx><a b='>'/></gpx>",
        "<gpx><a b=\"<\"></gpx>",
        "<gpx><![CDATA[</gpx>]]></gpx>", "<gpx></trk></gpx>", "<gpx>&am</gpx>", "<gpx/>x", "\u{FEFF}<gpx/>",
        "<gpx><trk>", "<?xml version='1.0'?>", "<!DOCTYPE x>",
        "<gpx><!--> <trk> --></gpx>", "<?> <a> ?><gpx></gpx>", "<gpx><!-- - -> <a --></gpx>",
        "<gpx><a b='>\">' c=\"'<\"/></gpx>",
    ])
    func `broken GPX is broken in the same place`(_ text: String) {
        let bytes = Array(text.utf8)
        let whole = Self.read(TrackStream(bytes, file: "x.gpx", piece: bytes.count + 1))
        for piece in 1...5 {
            #expect(Self.read(TrackStream(bytes, file: "x.gpx", piece: piece)).problems == whole.problems)
        }
        #expect(whole.problems.count == 1)
    }

    @Test(arguments: [
        "time,lat,lon\n2026-05-04T07:30:00Z,\"52\",13\n2026-05-04T07:31:00Z,\"5\"\"2\",13\n",
        "time,lat,lon,x\n2026-05-04T07:30:00Z,52,13,\"a\nb\"\n2026-05-04T07:31:00Z,52,13,\"open\n",
        "sep=;\r\n\r\ntime;lat;lon\r\n2026-05-04T07:30:00Z;52,5;13\r\n", "time,lat\n", "\n\n", "",
    ])
    func `tables with quotes and without an end`(_ text: String) {
        let bytes = Array(text.utf8)
        let whole = Self.read(TrackStream(bytes, file: "x.csv", piece: bytes.count + 1))
        for piece in 1...max(1, bytes.count) {
            let pieces = Self.read(TrackStream(bytes, file: "x.csv", piece: piece))
            #expect(pieces.lines == whole.lines)
            #expect(pieces.problems == whole.problems)
        }
    }

    @Test func `a file is read to its end, and has a size`() throws {
        let folder = try ConfigurationFolder()
        let lines = (0..<30_000).map {
            "{\"device\":\"van\",\"tst\":\(1_777_879_810 + $0),\"lat\":52.5,\"lon\":13.4,\"acc\":8}\n"
        }
        folder.write("van.jsonl", (lines.joined() + "broken\n").utf8)
        let path = folder.path + "van.jsonl"
        var merge = TrackMerge([TrackStream(file: path)])
        #expect(merge.size == lines.joined().utf8.count + 7)
        #expect(merge.bytesRead <= TrackStream.piece)
        var count = 0
        while merge.next() != nil { count += 1 }
        #expect(count == 30_000)
        #expect(merge.bytesRead == merge.size)
        #expect(merge.problemCount == 1)
        #expect(merge.removeProblems().map(\.line) == [30_001])
        #expect(merge.removeProblems().isEmpty)
    }

    @Test func `a file that is not there has no entries, and that is said`() {
        var merge = TrackMerge([TrackStream(file: "/nowhere/van.jsonl")])
        #expect(merge.next() == nil)
        #expect(merge.removeProblems().map(\.description) == ["/nowhere/van.jsonl: no such file"])
        #expect(merge.size == nil)
    }
}

/// How far the reading of files is.
@Suite struct ProgressTests {
    private final class Screen {
        var text: [String] = []
    }

    @Test func `is shown at most twice a second, and wiped`() {
        let screen = Screen()
        var progress = Progress(of: 2_000_000, isShown: true) { screen.text.append($0) }
        let start = ContinuousClock.now
        progress.update(500_000, at: start)
        progress.update(700_000, at: start + .milliseconds(400))
        progress.update(1_000_000, at: start + .milliseconds(500))
        progress.update(1_000_000, at: start + .milliseconds(5000))
        progress.wipe()
        progress.wipe()
        #expect(screen.text == ["\r0 of 2 MB, 25 %\u{1B}[K", "\r1 of 2 MB, 50 %\u{1B}[K", "\r\u{1B}[K"])
        #expect(Progress.text(3_000_000, of: nil) == "3 MB")
    }

    @Test func `is not shown where there is no terminal`() {
        let screen = Screen()
        var progress = Progress(of: 100, isShown: false) { screen.text.append($0) }
        progress.update(1)
        progress.wipe()
        #expect(screen.text.isEmpty)
    }
}
