internal import CLibrary

/// Measures by the CPU time of this thread: counters of instructions are not there on every machine.
enum Meter {
    /// Nanoseconds of this thread's CPU time.
    static var now: Double {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return Double(time.tv_sec) * 1e9 + Double(time.tv_nsec)
    }

    /// Nanoseconds a byte for reading something: the least of some runs, since others on the machine only add
    /// to it.
    static func cost(_ reader: PricedReader, _ bytes: [UInt8], runs: Int) -> Double {
        var least = Double.infinity
        for _ in 0..<runs {
            let read = reader.prepare()
            let start = now
            read(bytes)
            least = min(least, now - start)
        }
        return least / Double(max(1, bytes.count))
    }

    /// Nanoseconds a byte of a hash, where the prices were measured.
    private static let usual = 2.4

    /// How much slower this machine is than the one where the prices were measured; 1 where it is faster.
    static let slowness: Double = {
        let bytes = [UInt8](repeating: 7, count: 1 << 18)
        let costs = (0..<10).map { _ in
            let start = now
            var hash: UInt64 = 0xCBF2_9CE4_8422_2325
            for byte in bytes { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
            return hash == 0 ? 0 : (now - start) / Double(bytes.count)
        }
        return max(1, (costs.min() ?? usual) / usual)
    }()
}
