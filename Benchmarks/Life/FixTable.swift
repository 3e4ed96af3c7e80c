import BenchmarkSupport
import GeofenceCore
import LifeCorpus

/// How well visits are found in fixes, by these rules and by a phone's.
enum FixTable {
    static func lines(_ options: Options) throws -> [String] {
        var table = MarkdownTable([
            "fixes", "rules", "stays", "found whole", "visits", "arrival off", "departure off",
        ])
        for (name, interval, worst, share) in [
            ("every 15 s, 5–15 m", 15.0, 15.0, 0.0), ("every 60 s, 5–15 m", 60, 15, 0),
            ("every 60 s, 5–15 m, 1 % stray", 60, 15, 0.01),
            ("every 300 s, 5–15 m, 1 % stray", 300, 15, 0.01),
            ("every 60 s, 5–30 m, 1 % stray", 60, 30, 0.01),
        ] {
            var fixes = LifeFixes()
            fixes.interval = interval
            fixes.accuracy = 5..<worst
            fixes.strays.share = share
            var (ours, slow, phone) = (Tally(), Tally(), Tally())
            let quick = try VisitRules(leaveAfter: 60)
            for seed in options.seeds {
                let plan = Person.office.plan(weeks: 2, seed: seed)
                let stays = plan.merged
                let track = try fixes.fixes(plan, seed: seed)
                ours.add(detected(track, quick), stays)
                slow.add(detected(track, VisitRules()), stays)
                phone.add(phoned(track), stays)
            }
            table.add([name, "these, leaving takes 60 s"] + ours.cells)
            table.add(["", "these"] + slow.cells)
            table.add(["", "phone"] + phone.cells)
        }
        return table.lines
    }

    private static func detected(_ track: [(fix: Fix, time: Timestamp)], _ rules: VisitRules) -> [ClosedRange<
        Int64
    >] {
        var detector = VisitDetector()
        let reports = track.flatMap { detector.add($0.fix, at: $0.time, rules) } + detector.finish()
        return reports.compactMap { report in
            guard case .departure(let visit) = report, let departure = visit.departure else { return nil }
            return visit.arrival.milliseconds...departure.milliseconds
        }
    }

    private static func phoned(_ track: [(fix: Fix, time: Timestamp)]) -> [ClosedRange<Int64>] {
        var phone = PhoneVisits()
        for fix in track { phone.take(fix.fix, at: fix.time) }
        phone.finish()
        return phone.stays
    }
}

/// Stays, and the visits that were found of them.
private struct Tally {
    var stays = 0
    var visits = 0
    var arrivals: [Double] = []
    var departures: [Double] = []

    /// A stay is found whole where one visit has both its ends within ten minutes.
    mutating func add(_ found: [ClosedRange<Int64>], _ truth: [ClosedRange<Int64>]) {
        stays += truth.count
        visits += found.count
        for stay in truth {
            let visit = found.first { visit in
                abs(visit.lowerBound - stay.lowerBound) <= 600_000
                    && abs(visit.upperBound - stay.upperBound) <= 600_000
            }
            guard let visit else { continue }
            arrivals.append(Double(abs(visit.lowerBound - stay.lowerBound)) / 1000)
            departures.append(Double(abs(visit.upperBound - stay.upperBound)) / 1000)
        }
    }

    var cells: [String] {
        func median(_ values: [Double]) -> String {
            values.isEmpty ? "–" : "\(Int(values.sorted()[values.count / 2])) s"
        }
        return ["\(stays)", "\(arrivals.count)", "\(visits)", median(arrivals), median(departures)]
    }
}
