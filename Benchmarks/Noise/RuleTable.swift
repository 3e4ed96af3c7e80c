import BenchmarkSupport
import GeofenceCore
import NoiseCorpus

/// Each accuracy rule under each kind of error.
enum RuleTable {
    static func lines(_ sample: Sample) throws -> [String] {
        var table = MarkdownTable([
            "errors, rule", "30 m inside", "30 m outside", "100 m outside", "wrong", "missed", "extra",
            "enter s",
            "exit s",
        ])
        for model in ErrorModel.all where model != .admitted {
            let parked = try sample.parked(model, inside: [30], outside: [30, 100])
            for rule in AccuracyRule.allCases {
                let scores = try parked.scores(Setting(rule))
                let visits = try sample.visits(model, Setting(rule))
                table.add([
                    "\(model.name), \(rule)",
                    Cells.rate(scores.total(isInside: true, distance: 30).falsePairsPerDay),
                    Cells.rate(scores.total(isInside: false, distance: 30).falsePairsPerDay),
                    Cells.rate(scores.total(isInside: false, distance: 100).falsePairsPerDay),
                    Cells.percent(scores.total(distance: 30).wrongShare),
                    Cells.percent(visits.missedShare),
                    Cells.rate(visits.extraPerVisit),
                    Cells.delays(visits.enterDelays),
                    Cells.delays(visits.exitDelays),
                ])
            }
        }
        return table.lines
    }
}
