import BenchmarkSupport
import CMalloc
import GeofenceCore
import LifeCorpus

/// What the allocator hands out for devices with 30 days of 10 visits a day.
enum MemoryTable {
    static func lines() throws -> [String] {
        var table = MarkdownTable(["kept of a device", "bytes in memory", "bytes in the store"])
        let empty = try measure(visits: 0)
        let full = try measure(visits: 300)
        table.add(["nothing but that it is known", "\(empty.memory)", "\(empty.stored)"])
        table.add(["300 visits to \(full.zones) zones", "\(full.memory)", "\(full.stored)"])
        return table.lines
    }

    private static func measure(visits count: Int) throws -> (memory: Int, stored: Int, zones: Int) {
        var map = ZoneMap()
        let plan = Person.office.plan(weeks: 30, seed: 1)
        for visit in try LifeVisits.visits(plan, seed: 1).prefix(count) { _ = map.add(visit.visit) }
        var writer = ByteWriter()
        VisitDetector().write(to: &writer)
        map.write(to: &writer)
        let devices = 2_000
        var kept: [(VisitDetector, ZoneMap)] = []
        kept.reserveCapacity(devices)
        let before = allocated
        for _ in 0..<devices {
            var reader = ByteReader(writer.bytes)
            kept.append((try VisitDetector(from: &reader), try ZoneMap(from: &reader, rules: ZoneRules())))
        }
        let used = allocated - before + devices * MemoryLayout<(VisitDetector, ZoneMap)>.stride
        return (used / kept.count, writer.bytes.count, map.zoneCount)
    }

    private static var allocated: Int {
        let info = mallinfo2()
        return Int(info.uordblks) + Int(info.hblkhd)
    }
}
