import BenchmarkSupport
import CLibrary

/// Measures what a fix costs the engine, by the number and kind of fences.
@main
enum EngineSpeed {
    static func main() throws {
        guard let options = Options(Array(CommandLine.arguments.dropFirst())) else {
            print(Options.usage)
            exit(64)
        }
        for (index, name) in options.tables.enumerated() {
            if index > 0 { print() }
            for line in try table(name, options).lines { print(line) }
        }
    }

    private static func table(_ name: String, _ options: Options) throws -> MarkdownTable {
        let (loads, base) = options.loads(name)
        let subjects = try loads.map { try Subject($0) }
        for subject in subjects { try subject.run(options.fixes, isWarmUp: true) }
        for _ in 0..<options.rounds {
            for subject in subjects { try subject.run(options.fixes) }
        }
        return table(subjects, base: subjects[base])
    }

    /// The costs of a round are compared with those of the same round.
    private static func table(_ subjects: [Subject], base: Subject) -> MarkdownTable {
        var table = MarkdownTable([
            "fences", "ns a fix", "least–most", "fixes a second", "to \(base.load.label)", "events in 1,000",
            "bytes a fence", "built in ms",
        ])
        for subject in subjects {
            let costs = subject.costs.sorted()
            let cost = costs[costs.count / 2]
            let ratios = zip(subject.costs, base.costs).map { $0 / $1 }.sorted()
            table.add([
                subject.load.label,
                "\(Int(cost.rounded()))",
                "\(Int(costs[0].rounded()))–\(Int(costs[costs.count - 1].rounded()))",
                "\(Int(1e9 / cost))",
                hundredths(ratios[ratios.count / 2]),
                hundredths(Double(subject.events) * 1000 / Double(subject.fixes)),
                "\(Int(subject.bytesPerFence.rounded()))",
                "\(Int(subject.buildMilliseconds.rounded()))",
            ])
        }
        return table
    }

    private static func hundredths(_ value: Double) -> String {
        let (whole, rest) = Int((value * 100).rounded()).quotientAndRemainder(dividingBy: 100)
        return "\(whole).\(rest < 10 ? "0" : "")\(rest)"
    }
}
