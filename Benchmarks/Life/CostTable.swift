import BenchmarkSupport
import CLibrary
import GeofenceCore
import LifeCorpus

/// CPU time on this machine.
enum CostTable {
    static func lines() throws -> [String] {
        var table = MarkdownTable(["what", "CPU time"])
        let track = try LifeFixes().fixes(Person.office.plan(weeks: 8, seed: 1), seed: 1)
        let taking = time {
            var detector = VisitDetector()
            for fix in track { _ = detector.add(fix.fix, at: fix.time, VisitRules()) }
        }
        table.add(["to look for visits, a fix", "\(Int(taking / Double(track.count))) ns"])
        let visits = try LifeVisits.visits(Person.office.plan(weeks: 30, seed: 1), seed: 1).prefix(300)
        var map = ZoneMap()
        let learning = time { for visit in visits { _ = map.add(visit.visit) } }
        table.add(["to learn a visit, the mean of 300", "\(Int(learning / 300 / 1000)) µs"])
        let timeZone = try LifeVisits.timeZone()
        let telling = time { _ = map.zones(in: timeZone) }
        table.add(["to tell zones and labels of 300 visits", "\(Int(telling / 1000)) µs"])
        let purging = time { _ = map.purge(before: visits[150].visit.arrival) }
        table.add(["to unlearn half of them", "\(Int(purging / 1000)) µs"])
        return table.lines
    }

    /// Nanoseconds of CPU.
    private static func time(_ body: () -> Void) -> Double {
        let before = clock
        body()
        return clock - before
    }

    private static var clock: Double {
        var time = timespec()
        clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
        return Double(time.tv_sec) * 1e9 + Double(time.tv_nsec)
    }
}
