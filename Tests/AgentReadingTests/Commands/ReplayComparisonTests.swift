import ArgumentParser
import GeofenceCore
import Testing

@testable import AgentTestSupport
@testable import geofence_agent

/// What another configuration would have made of the same tracks.
@Suite struct ReplayComparisonTests {
    private let folder: ConfigurationFolder

    init() throws { folder = try ConfigurationFolder() }

    private func configuration(_ fences: String) throws -> geofence_agent.Configuration {
        try folder.load(
            #"{"mqtt":{"host":"h"},"sources":[{"topic":"a/{device}"}],"fences":[\#(fences)]}"#
        )
    }

    private static func circle(_ id: String, _ radius: Int, _ more: String = "") -> String {
        #"{"id":"\#(id)","latitude":52,"longitude":13,"radius":\#(radius)\#(more)}"#
    }

    /// From 2 km in the south through the middle to 2 km in the north, 100 m a minute.
    private static let track = (0...40).map { minute in
        let latitude = 52 + (Double(minute) - 20) * 0.0009
        return #"{"device":"van","tst":\#(1_760_000_000 + minute * 60),"lat":\#(latitude),"lon":13,"acc":5}"#
    }

    private func compare(_ before: String, _ after: String) throws -> ComparisonReport {
        var reader = TrackReader()
        let entries = [reader.read(Array(Self.track.joined(separator: "\n").utf8), file: "track")]
        let comparison = ReplayComparison(
            before: try configuration(before).replay(entries),
            after: try configuration(after).replay(entries)
        )
        return ComparisonReport(comparison, .utc)
    }

    @Test func `counts what is added, lost and moved of each fence`() throws {
        let report = try compare(
            [Self.circle("a", 150), Self.circle("b", 300), Self.circle("c", 150)].joined(separator: ","),
            [
                Self.circle("a", 450), Self.circle("c", 150),
                Self.circle("d", 150, #","rules":{"dwell":[60]}"#),
            ].joined(separator: ",")
        )
        #expect(
            report.table == """
                FENCE  BEFORE  AFTER  SAME  MOVED  ADDED  LOST
                a      2       2      0     2      0      0
                b      2       0      0     0      0      2
                c      2       2      2     0      0      0
                d      0       3      0     0      3      0

                TIME (UTC)           DEVICE  FENCE  EVENT     CHANGE
                2025-10-09 09:11:20  van     b      enter     lost
                2025-10-09 09:12:20  van     a      enter     3 min earlier
                2025-10-09 09:12:20  van     d      enter     added
                2025-10-09 09:13:20  van     d      dwell-60  added
                2025-10-09 09:15:20  van     a      exit      3 min later
                2025-10-09 09:15:20  van     d      exit      added
                2025-10-09 09:17:20  van     b      exit      lost
                """
        )
        #expect(
            report.json.contains(#"{"fence":"a","before":2,"after":2,"same":0,"moved":2,"added":0,"lost":0}"#)
        )
        let move = #""fence":"a","event":"enter","change":"moved","shift":-180}"#
        #expect(report.json.contains(move), "\(report.json)")
    }

    @Test func `says that nothing differs, and that there is nothing`() throws {
        let same = try compare(Self.circle("a", 150), Self.circle("a", 150))
        #expect(same.table.hasSuffix("a      2       2      2     0      0      0\n\nNo event differs."))
        #expect(same.json.hasSuffix(#""changes":[]}"#))
        let none = try compare("", "")
        #expect(none.table == "Neither makes an event of these tracks.")
        #expect(none.json == #"{"fences":[],"changes":[]}"#)
    }

    @Test func `an event that moves by half an hour is another`() {
        let times = [0, 1_800_000, 3_599_999].map { Timestamp(milliseconds: $0) }
        #expect(EventMatch.pairs([times[0]], [times[1]]).isEmpty)
        #expect(EventMatch.pairs([times[1]], [times[2]]).count == 1)
        #expect(EventMatch.pairs([.distantPast], [.distantFuture]).isEmpty)
        #expect(EventMatch.pairs([.distantFuture], [.distantPast]).isEmpty)
    }

    @Test(arguments: [
        (["--format", "json", "t.jsonl"], "--format goes with --compare; events are JSON lines."),
        (
            ["--compare", "b.json", "--status", "t.jsonl"],
            "--compare compares events; leave out --status and --explain."
        ),
    ])
    func `options that do not go together are an error`(_ arguments: [String], _ text: String) {
        let all = ["--config", "a.json"] + arguments
        let error = #expect(throws: (any Error).self) { try ReplayCommand.parse(all) }
        #expect(error.map { ReplayCommand.message(for: $0) } == text)
    }
}
