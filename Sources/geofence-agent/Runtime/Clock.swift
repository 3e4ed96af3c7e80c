import CLibrary
import GeofenceCore

/// The host's clocks.
enum Clock {
    /// The wall clock, which may be set.
    static var now: Timestamp {
        Timestamp(milliseconds: read(CLOCK_REALTIME))
    }

    /// Milliseconds that only go up, also while the host sleeps; for deadlines.
    static var uptime: Int64 { read(ClockNumber.uptime) }

    /// Microseconds that only go up while the host is awake; what systemd compares times by.
    static var monotonic: Int64 { read(CLOCK_MONOTONIC, perSecond: 1_000_000) }

    /// Microseconds of processor time that this process has used.
    static var processorTime: Int64 { read(CLOCK_PROCESS_CPUTIME_ID, perSecond: 1_000_000) }

    private static func read(_ clock: clockid_t, perSecond: Int64 = 1000) -> Int64 {
        var time = timespec()
        clock_gettime(clock, &time)
        return Int64(time.tv_sec) * perSecond + Int64(time.tv_nsec) / (1_000_000_000 / perSecond)
    }
}

/// Finds out that the wall clock was set back, by the one that only goes up.
struct ClockWatch {
    /// Milliseconds that clocks may drift apart between two looks.
    static let tolerance: Int64 = 2000

    private var last: (now: Timestamp, uptime: Int64)?

    /// By how many milliseconds the clock was set back since the last look; nil where it wasn't.
    mutating func step(_ now: Timestamp, _ uptime: Int64) -> Int64? {
        defer { last = (now, uptime) }
        guard let last else { return nil }
        let step = (uptime - last.uptime) - now.millisecondsSince(last.now)
        return step > Self.tolerance ? step : nil
    }
}
