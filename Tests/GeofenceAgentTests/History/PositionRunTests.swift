import BenchmarkSupport
import GeofenceCore
import Testing

@testable import geofence_agent

/// Positions in the bytes of a run.
@Suite struct PositionRunTests {
    private static let rows = [
        HistoryPosition(time: 5000, latitude: 1, longitude: -1, accuracy: 850, altitude: nil, speed: 0),
        HistoryPosition(time: 6000, latitude: 0, longitude: 0, accuracy: 850, altitude: -40, speed: nil),
        HistoryPosition(
            time: 7000,
            latitude: .max,
            longitude: .min,
            accuracy: nil,
            altitude: -40,
            speed: nil
        ),
        HistoryPosition(
            time: 7001,
            latitude: .min,
            longitude: .max,
            accuracy: .max,
            altitude: .min,
            speed: .max
        ),
        HistoryPosition(time: .max, latitude: 0, longitude: 0, accuracy: .min, altitude: .max, speed: .min),
    ]

    private static func run(_ rows: [HistoryPosition]) throws -> PositionRun {
        var run = PositionRun(try #require(rows.first))
        for row in rows.dropFirst() { run.append(row) }
        return run
    }

    @Test func `they are read as they were written, at the edges of each number too`() throws {
        var rows = Self.rows
        #expect(try PositionRun.positions(Self.run(rows).bytes, at: 5000) == rows)
        rows[0].time = .min
        #expect(try PositionRun.positions(Self.run(rows).bytes, at: .min) == rows)
    }

    @Test(arguments: 0..<20) func `whatever follows whatever`(_ seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        func number() -> Int32 {
            [0, 1, 900, -1, .random(in: .min ... .max, using: &random)].randomElement(using: &random) ?? 0
        }
        func optional() -> Int32? { Bool.random(using: &random) ? number() : nil }
        var time: Int64 = .random(in: -1_000_000...1_800_000_000_000, using: &random)
        let rows = (0..<200).map { _ in
            time += [1, 1000, 1000, 86_400_000].randomElement(using: &random) ?? 1
            return HistoryPosition(
                time: time,
                latitude: number(),
                longitude: number(),
                accuracy: optional(),
                altitude: optional(),
                speed: optional()
            )
        }
        let whole = try Self.run(rows)
        #expect(try PositionRun.positions(whole.bytes, at: whole.time) == rows)
        // One that is taken up again goes on as if it had never been put down.
        var second = try PositionRun(try Self.run(Array(rows[..<70])).bytes, at: whole.time)
        for row in rows[70...] { second.append(row) }
        #expect(second.bytes == whole.bytes && second.count == 200 && second.end == rows[199].time)
    }

    @Test func `a tracker's position takes few bytes`() throws {
        let rows = (0..<128).map { index in
            HistoryPosition(
                time: Int64(index) * 10_000,
                latitude: 520_000_000 + Int32(index) * 1500,
                longitude: 130_000_000 - Int32(index) * 700,
                accuracy: 500 + Int32(index % 3) * 100
            )
        }
        #expect(try Self.run(rows).bytes.count <= 128 * 8 + 20)
        let parked = rows.map { HistoryPosition(time: $0.time, latitude: 1, longitude: 1, accuracy: 500) }
        #expect(try Self.run(parked).bytes.count <= 128 * 3 + 20)
    }

    @Test func `what is not written is refused, and nothing that is cut off is read as whole`() throws {
        let bytes = try Self.run(Self.rows).bytes
        for count in 0..<bytes.count {
            #expect(throws: DamagedBytes.self) { try PositionRun.positions(Array(bytes[..<count]), at: 5000) }
        }
        #expect(throws: DamagedBytes.self) { try PositionRun.positions(bytes + [0, 0, 0], at: 5000) }
        #expect(throws: DamagedBytes.self) { try PositionRun.positions(bytes, at: 5001) }
        // How many, the last one and its step; then each.
        let one: [UInt8] = [1, 0, 2, 2, 0]
        #expect(try PositionRun.positions(one + [0, 2, 2], at: 0).count == 1)
        let damaged: [[UInt8]] = [
            [], one, [0, 0, 2, 2, 0], [2, 0, 2, 2, 0, 0, 2, 2],
            // A first byte that is not written; kinds of change that aren't.
            one + [0x80, 2, 2], one + [0x06, 2, 2], one + [0x18, 2, 2], one + [0x60, 2, 2],
            // The first is at another time than its run.
            [1, 1, 2, 2, 2, 2, 1, 2, 2, 2],
            // The last one is before the run.
            [1, 1, 1, 2, 2, 1, 1, 1, 2, 2],
            // The second is at the same time as the first.
            [2, 0, 2, 2, 0, 0, 2, 2, 0, 0, 0],
            // They lead elsewhere: in place, in time, in step.
            one + [0, 2, 4], [2, 1, 4, 2, 2, 2, 0, 2, 2, 1, 2, 0, 0],
            [2, 1, 2, 2, 2, 4, 0, 2, 2, 1, 2, 0, 0],
            // A latitude of more than 32 bits, and one of more than 64.
            one + [0, 0x80, 0x80, 0x80, 0x80, 0x10, 0],
            one + [0, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0],
        ]
        for bytes in damaged {
            #expect(throws: DamagedBytes.self, "\(bytes)") { try PositionRun.positions(bytes, at: 0) }
        }
    }

    /// A run that others are added to is not read whole, and so not looked through.
    @Test func `a run is not taken up that doesn't begin as one`() {
        for bytes: [UInt8] in [
            [], [0, 0, 2, 2, 0, 0, 2, 2], [9, 0, 2, 2, 0, 0, 2, 2], [1, 1, 1, 2, 2, 0, 0, 2, 2],
            [1, 0x80, 2, 2, 0, 0, 2, 2],
        ] {
            #expect(throws: DamagedBytes.self, "\(bytes)") { try PositionRun(bytes, at: 0) }
        }
    }

    @Test(arguments: [
        (0, [], []), (1, [1], [1]), (128, [128], [128]), (129, [128, 1], [65, 64]),
        (300, [128, 128, 44], [100, 100, 100]),
    ])
    func `many make several runs, full ones or such as have all room`(
        _ count: Int,
        _ full: [Int],
        _ even: [Int]
    ) {
        let rows = (0..<count).map { HistoryPosition(time: Int64($0), latitude: 0, longitude: 0) }
        for (evenly, counts) in [(false, full), (true, even)] {
            let runs = PositionRun.runs(of: rows, evenly: evenly)
            #expect(runs.map(\.count) == counts)
            #expect(runs.map(\.time) == runs.indices.map { rows[counts[..<$0].reduce(0, +)].time })
        }
    }
}
