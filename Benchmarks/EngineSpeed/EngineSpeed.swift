import BenchmarkSupport
import Glibc

/// Measures what a fix costs the engine, by the number of fences.
@main
enum EngineSpeed {
    static func main() throws {
        guard let options = Options(Array(CommandLine.arguments.dropFirst())) else {
            print(Options.usage)
            exit(64)
        }
        var subjects = try options.fences.map { try Subject(fenceCount: $0) }
        for index in subjects.indices { try subjects[index].run(options.fixes, isWarmUp: true) }
        for _ in 0..<options.rounds {
            for index in subjects.indices { try subjects[index].run(options.fixes) }
        }
        for line in table(subjects).lines { print(line) }
    }

    /// The costs of a round are compared with those of the same round.
    private static func table(_ subjects: [Subject]) -> MarkdownTable {
        let base = subjects.first { $0.fenceCount == 1000 } ?? subjects[0]
        var table = MarkdownTable([
            "fences", "ns a fix", "least–most", "fixes a second", "to \(base.fenceCount)", "events in 1,000",
            "bytes a fence", "built in ms",
        ])
        for subject in subjects {
            let costs = subject.costs.sorted()
            let cost = costs[costs.count / 2]
            let ratios = zip(subject.costs, base.costs).map { $0 / $1 }.sorted()
            table.add([
                "\(subject.fenceCount)",
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
