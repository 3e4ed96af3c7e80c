import BenchmarkSupport
import GeofenceCore

/// Windows drawn at random, often with ends that fall on a change of clocks.
struct RandomWindows {
    private var random: SeededGenerator

    init(seed: UInt64) { random = SeededGenerator(seed: seed) }

    /// One to three windows.
    mutating func windows(_ zone: TimeZoneTable) throws -> [WeeklyWindow] {
        try (0..<below(3) + 1).map { _ in try window(zone) }
    }

    /// A window.
    mutating func window(_ zone: TimeZoneTable) throws -> WeeklyWindow {
        let days = below(3) == 0 ? Weekdays.all : Weekdays(rawValue: UInt8(below(127) + 1))
        let (from, to) = (time(), below(9) == 0 ? 86_400 : time())
        return try WeeklyWindow(days: days, from: from, to: to, timeZone: zone)
    }

    /// A number from 0 up to and without that one.
    mutating func below(_ end: Int) -> Int { Int.random(in: 0..<end, using: &random) }

    private mutating func time() -> Int {
        switch below(3) {
        case 0: below(1440) * 60
        case 1: below(9) * 1800
        default: below(24) * 3600
        }
    }
}
