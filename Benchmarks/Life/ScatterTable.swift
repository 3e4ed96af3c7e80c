import BenchmarkSupport
import GeofenceCore
import LifeCorpus

/// What the floor and the ceiling of a zone's scatter do, by how visits truly scatter.
enum ScatterTable {
    static func lines(_ options: Options) throws -> [String] {
        var table = MarkdownTable(
            [
                "visits scatter by", "floor / ceiling", "zones", "places", "missed", "split", "mixed",
                "labels right", "home as work",
            ]
        )
        for scatter in [10.0, 20, 30, 40, 50] {
            for (floor, ceiling) in [(20.0, 40.0), (30, 50), (40, 50), (50, 60)] {
                var rules = ZoneRules()
                (rules.floor, rules.ceiling) = (floor, ceiling)
                var score = LifeScore()
                for seed in options.seeds {
                    for person in Person.allCases {
                        let plan = person.plan(weeks: options.weeks, scatter: scatter, seed: seed)
                        try score.add(LifeVisits.visits(plan, seed: seed), rules: rules)
                    }
                }
                let names = ["\(Int(scatter)) m", "\(Int(floor)) / \(Int(ceiling)) m"]
                table.add(PersonTable.row(names, score, options))
            }
        }
        return table.lines
    }
}
