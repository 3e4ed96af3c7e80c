import GeofenceCore
import Glibc

/// The host's clocks.
enum Clock {
    /// The wall clock, which may be set.
    static var now: Timestamp {
        Timestamp(milliseconds: read(CLOCK_REALTIME))
    }

    /// Milliseconds that only go up, also while the host sleeps; for deadlines.
    static var uptime: Int64 { read(CLOCK_BOOTTIME) }

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
