import BenchmarkSupport
import GeofenceCore
import Glibc
import LifeCorpus

/// Prints what becomes of simulated lives, as Markdown.
@main
enum LifeTable {
    static func main() throws {
        let lives = 10
        let weeks = 12
        var table = MarkdownTable(["life", "rules", "zones", "places", "missed", "split", "mixed", "labels right", "home as work", "wrong"])
        for person in Person.allCases {
            var (ours, theirs) = (LifeScore(), LifeScore())
            for seed in 1...UInt64(lives) {
                let visits = try LifeVisits.visits(person.plan(weeks: weeks, seed: seed), seed: seed)
                try add(visits, to: &ours)
                var phone = PhoneZones()
                for visit in visits { phone.take(visit.visit) }
                theirs.add(visits, zones: phone.zones, labels: phone.labels)
            }
            table.add(row(person.rawValue, "ours", ours, lives))
            table.add(row("", "phone", theirs, lives))
        }
        for line in table.lines { print(line) }
    }

    static func add(_ visits: [LabelledVisit], to score: inout LifeScore) throws {
        var rules = ZoneRules()
        func value(_ name: String) -> Double? { getenv(name).flatMap { Double(String(cString: $0)) } }
        rules.gate = value("GATE") ?? rules.gate
        rules.floor = value("FLOOR") ?? rules.floor
        rules.ceiling = value("CEILING") ?? rules.ceiling
        rules.mergeWithin = value("MERGE") ?? rules.mergeWithin
        var map = ZoneMap(rules: rules)
        for visit in visits { _ = map.take(visit.visit) }
        let zones = map.zones(in: try LifeVisits.timeZone())
        let numbers = Dictionary(uniqueKeysWithValues: zones.indices.map { (zones[$0].id, $0) })
        var labels: [Int: [ZoneLabel]] = [:]
        for index in zones.indices { labels[index] = zones[index].labels }
        score.add(visits, zones: map.zoneOfEachVisit.map { $0.flatMap { numbers[$0] } }, labels: labels)
    }

    static func row(_ name: String, _ rules: String, _ score: LifeScore, _ lives: Int) -> [String] {
        func mean(_ count: Int) -> String {
            let tenths = (Double(count) / Double(lives) * 10).rounded() / 10
            return "\(tenths)"
        }
        return [
            name, rules, mean(score.zones), mean(score.places), mean(score.missed), mean(score.split), mean(score.mixed),
            "\(score.right) of \(score.labelled)", "\(score.homeAsWork)", "\(score.wrong)",
        ]
    }
}
