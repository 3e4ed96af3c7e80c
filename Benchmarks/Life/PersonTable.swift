import BenchmarkSupport
import GeofenceCore
import LifeCorpus

/// Each person's zones and labels, by these rules and by a phone's.
enum PersonTable {
    static func lines(_ options: Options) throws -> [String] {
        var table = MarkdownTable(
            ["life", "rules", "zones", "places", "missed", "split", "mixed", "labels right", "home as work"]
        )
        for person in Person.allCases {
            var (ours, phone) = (LifeScore(), LifeScore())
            for seed in options.seeds {
                let visits = try LifeVisits.visits(person.plan(weeks: options.weeks, seed: seed), seed: seed)
                try ours.add(visits, rules: ZoneRules())
                phone.addPhone(visits)
            }
            table.add(row([person.rawValue, "these"], ours, options))
            table.add(row(["", "phone"], phone, options))
        }
        return table.lines
    }

    static func row(_ names: [String], _ score: LifeScore, _ options: Options) -> [String] {
        func mean(_ count: Int) -> String {
            "\((Double(count) / Double(options.lives) * 10).rounded() / 10)"
        }
        return names + [
            mean(score.zones), mean(score.places), mean(score.missed), mean(score.split), mean(score.mixed),
            "\(score.right) of \(score.labelled)", "\(score.homeAsWork)",
        ]
    }
}
