import BenchmarkSupport
import GeofenceCore
import LifeCorpus

/// How soon and how steadily homes and work places are found in lives that change after 12 weeks.
enum CourseTable {
    static func lines(_ options: Options) throws -> [String] {
        var table = MarkdownTable([
            "life", "days kept", "days to home", "at most", "days to work", "at most", "old one for",
            "flickers", "wrong",
        ])
        var notes: [String] = []
        for course in LifeCourse.allCases {
            for days in [nil, 90, 30] as [Int64?] {
                var score = CourseScore()
                for seed in options.seeds { try score.add(course, seed: seed, keepDays: days) }
                let name = days == nil ? course.rawValue : ""
                table.add([name, days.map { "\($0)" } ?? "all"] + cells(score))
                notes += score.notes.map { "\(days ?? 0) \($0)" }
            }
        }
        return table.lines + (options.hasNotes ? notes : [])
    }

    private static func cells(_ score: CourseScore) -> [String] {
        let times = [ZoneLabel.home, .work].flatMap { label in
            let days = (score.days[label] ?? []).sorted()
            return [median(days), days.last.map(text) ?? ""]
        }
        return times + [median(score.fadings.sorted()), "\(score.flickers)", "\(score.wrong)"]
    }

    private static func median(_ sorted: [Double]) -> String {
        sorted.isEmpty ? "" : text(sorted[sorted.count / 2])
    }

    private static func text(_ days: Double) -> String {
        days.isFinite ? "\((days * 10).rounded() / 10)" : "never"
    }
}
