import CLibrary
import CMalloc

/// What this process has used so far.
enum ProcessCost {
    /// Nanoseconds of CPU time, user and system, of all threads.
    static var nanoseconds: Int64 {
        var time = timespec()
        clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
        return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
    }

    /// Bytes that the allocator has handed out and not got back, with its own overhead.
    static var bytes: Int {
        let info = mallinfo2()
        return Int(info.uordblks) + Int(info.hblkhd)
    }
}
