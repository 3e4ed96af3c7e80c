import BenchmarkSupport
import GeofenceCore
import Testing

/// The schedule against a second implementation that walks through time.
@Suite struct ScheduleOracleTests {
    @Test(arguments: ZoneClocks.allCases, Rounds.seeds(1))
    func `windows around each change of clocks`(_ clocks: ZoneClocks, _ seed: UInt64) throws {
        var random = RandomWindows(seed: seed)
        let zone = try clocks.table()
        for change in zone.changes.map(\.from) + [try .iso("2026-11-21T00:00:00Z")] {
            let windows = try random.windows(zone)
            try compare(windows, from: change.advanced(byMilliseconds: -7 * 86_400_000), days: 14, seed)
        }
    }

    @Test(arguments: Rounds.seeds(3))
    func `windows of several zones`(_ seed: UInt64) throws {
        var random = RandomWindows(seed: seed)
        let clocks: [ZoneClocks] = [.berlin, .newYork, .lordHowe, .havana, .casablanca]
        let windows = try (0..<4).map { _ in try random.window(clocks[random.below(5)].table()) }
        for start in ["2026-03-22T00:00:00Z", "2026-10-22T00:00:00Z"] {
            try compare(windows, from: .iso(start), days: 15, seed)
        }
    }

    @Test func `a year`() throws {
        var random = RandomWindows(seed: 2026)
        let windows = try random.windows(ZoneClocks.berlin.table())
        try compare(windows, from: .iso("2025-12-28T00:00:00Z"), days: 371, 2026)
    }

    /// Compares all but the first and last three days.
    private func compare(_ windows: [WeeklyWindow], from start: Timestamp, days: Int, _ seed: UInt64) throws {
        let schedule = Schedule(windows: windows)
        let oracle = ScheduleOracle(windows, from: start, days: days)
        let minutes = (3 * 1440)..<((days - 3) * 1440)
        let about: Comment = "seed \(seed), \(windows.map(\.inWords)), from \(start.iso8601)"
        let end = oracle.moment(minutes.upperBound)
        let changes = Array(
            sequence(first: oracle.moment(minutes.lowerBound)) { schedule.nextChange(after: $0) }
                .prefix { $0 < end }.dropFirst()
        )
        try #require(changes.map(\.iso8601) == oracle.changes(within: minutes).map(\.iso8601), about)
        for minute in stride(from: minutes.lowerBound, to: minutes.upperBound, by: 7) {
            let time = oracle.moment(minute).advanced(byMilliseconds: Int64(minute * 997 % 60_000))
            try #require(schedule.isOpen(at: time) == oracle.isOpen(minute: minute), about)
            guard minute % 11 == 0 else { continue }
            let next = changes.first { $0 > time }
            if let next { try #require(schedule.nextChange(after: time) == next, about) }
        }
    }
}

extension WeeklyWindow {
    fileprivate var inWords: String {
        "\(timeZone.name) \(String(days.rawValue, radix: 2)) \(from / 60)-\(to / 60)"
    }
}
