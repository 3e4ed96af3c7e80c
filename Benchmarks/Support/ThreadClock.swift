import CLibrary

/// What this thread has had of the processor: what others do on the machine says little by it.
package enum ThreadClock {
    /// Nanoseconds.
    private static var now: Double {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return Double(time.tv_sec) * 1e9 + Double(time.tv_nsec)
    }

    /// Nanoseconds that something takes.
    package static func cost(of work: () throws -> Void) rethrows -> Double {
        let start = now
        try work()
        return now - start
    }
}
