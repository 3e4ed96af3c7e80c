import BenchmarkSupport
import GeofenceCore
import Testing

/// Schedules as bytes: read back the same with the zones they rest on, and damaged ones found.
@Suite struct ScheduleBytesTests {
    @Test(arguments: 1...8 as ClosedRange<UInt64>)
    func `round trip`(_ seed: UInt64) throws {
        for schedule in try schedules(seed) {
            let bytes = written { schedule.write(to: &$0) }
            var reader = ByteReader(bytes)
            let read = try Schedule(from: &reader)
            #expect(read == schedule, "seed \(seed)")
            #expect(reader.isAtEnd)
            #expect(written { read.write(to: &$0) } == bytes)
        }
    }

    @Test func `a zone is written once`() throws {
        let window = try RandomWindows.one(.berlin)
        let one = written { Schedule(windows: [window]).write(to: &$0) }
        let three = written { Schedule(windows: [window, window, window]).write(to: &$0) }
        #expect(three.count - one.count <= 16)
    }

    @Test(arguments: 1...2 as ClosedRange<UInt64>)
    func `every cut is found`(_ seed: UInt64) throws {
        for schedule in try schedules(seed) {
            let bytes = written { schedule.write(to: &$0) }
            for end in bytes.indices {
                var reader = ByteReader(bytes[..<end])
                #expect(throws: DamagedBytes.self, "seed \(seed), cut at \(end)") {
                    try Schedule(from: &reader)
                }
            }
        }
    }

    @Test(
        arguments: [
            // No zone, one window: zone 0 is none.
            [0, 1, 1, 0, 0, 0, 0],
            // No day; an eighth day; an hour beyond the day.
            [1, 1, 0x5A, 0, 0, 1, 0, 0, 0, 0, 0], [1, 1, 0x5A, 0, 0, 1, 0x80, 0, 0, 0, 0],
            [1, 1, 0x5A, 0, 0, 1, 1, 0xFF, 0xFF, 0x7F, 0, 0, 0],
            // A change that is not later than the last, and one beyond all time.
            [1, 1, 0x5A, 0, 2, 2, 0, 0, 0, 0, 0],
            [1, 1, 0x5A, 0, 1, 0xFE, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 1, 0, 0, 0],
        ] as [[UInt8]]
    )
    func `what can't be`(_ bytes: [UInt8]) {
        var reader = ByteReader(bytes)
        #expect(throws: DamagedBytes.self) { try Schedule(from: &reader) }
    }

    @Test(arguments: 31...34 as ClosedRange<UInt64>)
    func `whatever is read from damaged bytes answers`(_ seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        var survivors = 0
        for schedule in try schedules(seed) {
            let bytes = written { schedule.write(to: &$0) }
            for _ in 0..<60 {
                var damaged = bytes
                let index = Int.random(in: damaged.indices, using: &random)
                damaged[index] = UInt8.random(in: .min ... .max, using: &random)
                var reader = ByteReader(damaged)
                guard let read = try? Schedule(from: &reader) else { continue }
                survivors += 1
                for time in [.distantPast, try .iso("2026-11-21T00:00:00Z"), Timestamp.distantFuture] {
                    _ = read.isOpen(at: time)
                    _ = read.nextChange(after: time)
                }
            }
        }
        #expect(survivors > 0)
    }

    private func schedules(_ seed: UInt64) throws -> [Schedule] {
        var random = RandomWindows(seed: seed)
        let zones = try [ZoneClocks.berlin, .apia, .utc].map { try $0.table() }
        let windows = try zones.flatMap { try random.windows($0) }
        let end = try Timestamp.iso("2026-12-31T23:00:00.001Z")
        return [
            Schedule(), Schedule(expires: end), Schedule(windows: windows),
            Schedule(windows: windows, expires: end),
        ]
    }
}

extension RandomWindows {
    /// A window of a zone.
    fileprivate static func one(_ clocks: ZoneClocks) throws -> WeeklyWindow {
        var random = RandomWindows(seed: 1)
        return try random.window(clocks.table())
    }
}
