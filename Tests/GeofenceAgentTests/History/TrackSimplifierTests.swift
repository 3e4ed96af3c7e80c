import BenchmarkSupport
import CLibrary
import Testing

@testable import AgentTestSupport
@testable import geofence_agent

@Suite struct TrackSimplifierTests {
    private func kept(_ rows: [HistoryPosition], within tolerance: Double) -> [HistoryPosition] {
        var simplifier = TrackSimplifier(tolerance: tolerance)
        return rows.compactMap { simplifier.add($0) } + [simplifier.end()].compactMap(\.self)
    }

    private func row(_ second: Int64, east: Double, north: Double) -> HistoryPosition {
        HistoryPosition(
            time: second * 1000,
            latitude: 520_000_000 + Int32(north / 0.0111195),
            longitude: 130_000_000 + Int32(east / 0.0111195 / cos(52 * Double.pi / 180))
        )
    }

    @Test func `keeps the ends of an even way, and nothing between`() {
        let rows = (0..<100).map { row($0, east: Double($0) * 10, north: Double($0) * -4) }
        #expect(kept(rows, within: 2) == [rows[0], rows[99]])
    }

    @Test func `keeps a stop on a straight way, and both of its ends`() {
        let way = (0..<50).map { row($0, east: Double($0) * 20, north: 0) }
        let stop = (50..<650).map { row($0, east: 980, north: 0) }
        let rest = (650..<700).map { row($0, east: 980 + Double($0 - 649) * 20, north: 0) }
        let found = kept(way + stop + rest, within: 15)
        #expect(found.count < 8)
        #expect(found.contains { (45...55).contains($0.time / 1000) })
        #expect(found.contains { (645...655).contains($0.time / 1000) })
    }

    @Test func `goes over the antimeridian the short way`() {
        let rows = (0..<20).map { step in
            HistoryPosition(
                time: Int64(step) * 1000,
                latitude: 0,
                longitude: step < 10
                    ? 1_799_990_000 + Int32(step) * 1000 : -1_800_010_000 + Int32(step) * 1000
            )
        }
        #expect(kept(rows, within: 1) == [rows[0], rows[19]])
    }

    @Test func `bears times that are the same or go back, and the ends of numbers`() {
        let rows = [Int64.max, 0, 0, .min, 5].map {
            HistoryPosition(time: $0, latitude: .max, longitude: .min)
        }
        #expect(kept(rows, within: 10).count <= rows.count)
        #expect(kept([], within: 10) == [])
        #expect(kept([rows[0]], within: 0) == [rows[0]])
    }

    /// Metres between a position and where a way between two others has somebody at its time.
    private func gap(_ row: HistoryPosition, _ from: HistoryPosition, _ to: HistoryPosition) -> Double {
        let part = Double(row.time - from.time) / Double(max(1, to.time - from.time))
        let north = Double(from.latitude) + part * Double(to.latitude - from.latitude) - Double(row.latitude)
        let east =
            Double(from.longitude) + part * Double(to.longitude - from.longitude) - Double(row.longitude)
        return hypot(north, east * cos(Double(row.latitude) * 1e-7 * .pi / 180)) * 0.0111195
    }

    @Test(arguments: [1.0, 10, 50, 300], 0..<8 as Range<UInt64>)
    func `who goes along what is kept is nowhere farther off than the tolerance`(
        _ tolerance: Double,
        _ seed: UInt64
    ) {
        var chance = SeededGenerator(seed: seed)
        var (rows, time, east, north): ([HistoryPosition], Int64, Double, Double) = ([], 0, 0, 0)
        for _ in 0..<3000 {
            time += Int64.random(in: 1...60, using: &chance)
            let isAtRest = Int.random(in: 0..<3, using: &chance) == 0
            east += isAtRest ? 0 : Double.random(in: -10...30, using: &chance)
            north += isAtRest ? 0 : Double.random(in: -20...20, using: &chance)
            rows.append(row(time, east: east, north: north))
        }
        let found = kept(rows, within: tolerance)
        #expect(found.first == rows.first && found.last == rows.last)
        #expect(tolerance < 50 || found.count < rows.count / 2, "seed \(seed)")
        var next = 0
        for row in rows {
            while next + 1 < found.count, found[next + 1].time < row.time { next += 1 }
            let distance = gap(row, found[next], found[min(next + 1, found.count - 1)])
            #expect(distance <= tolerance * 1.01 + 0.05, "seed \(seed), time \(row.time)")
        }
    }
}
