import BenchmarkSupport
import CLibrary
import GeofenceCore
import NoiseCorpus

/// Prints how the rules bear ways that people have recorded, read from standard input, as Markdown.
@main
enum WaysTable {
    /// Circles around the ways of each person.
    private static let circles = 200

    /// What is compared; the recordings have no accuracies.
    private static let settings = [
        Setting("unknown = 0, no rest", rest: .off) { $0.unknownAccuracy = 0 },
        Setting("unknown = 15, no rest", rest: .off),
        Setting("the default", rest: .oneFix),
        Setting("two fixes", rest: .twoFixes),
        Setting("firm", rest: .firm),
        Setting("the point alone", rest: .off) { $0.accuracy = .ignore },
    ]

    static func main() throws {
        let argument = CommandLine.arguments.dropFirst().first
        guard let places = argument.map({ Int($0) }) ?? 10, (1...circles).contains(places) else {
            print("usage: ways-table [PLACES] <RECORDING")
            exit(64)
        }
        var text = ""
        while let line = readLine(strippingNewline: false) { text += line }
        do {
            try show(try Recording(text), places: places)
        } catch let problem as Recording.Problem {
            _ = "\(problem)\n".withCString { write(STDERR_FILENO, $0, strlen($0)) }
            exit(65)
        }
    }

    private static func show(_ recording: Recording, places: Int) throws {
        var scores = [RecordedScore](repeating: RecordedScore(), count: settings.count)
        for (index, way) in recording.ways.enumerated() {
            let way = try RecordedWay(way.fixes, circles: circles, places: places, seed: UInt64(index + 1))
            let truth = try way.truth()
            for (number, setting) in settings.enumerated() {
                scores[number] += try way.score(setting, truth: truth)
            }
        }
        let fixes = recording.ways.reduce(0) { $0 + $1.fixes.count }
        let people = "\(fixes) fixes of \(recording.ways.count) people"
        print("\(people), \(circles) circles each, at \(places) places.\n")
        var table = MarkdownTable([
            "rules", "changes", "true", "ratio", "time wrong", "stays over 60 s", "missed",
        ])
        for (setting, score) in zip(settings, scores) {
            table.add([
                setting.name, "\(score.changes)", "\(score.trueChanges)", rounded(score.changesRatio),
                rounded(100 * score.wrongShare) + " %", "\(score.stays)", "\(score.missed)",
            ])
        }
        for line in table.lines { print(line) }
    }

    private static func rounded(_ value: Double) -> String { "\((value * 100).rounded() / 100)" }
}
