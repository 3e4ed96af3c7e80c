import CLibrary

/// What the process uses of the machine.
struct ProcessFigures: Hashable, Sendable {
    /// Microseconds of processor time since it began.
    var processorTime: Int64
    /// Bytes of memory that are really there; nil where the system doesn't say.
    var residentMemory: Int?
    /// Files, sockets and the like that are open; nil where the system doesn't say.
    var descriptors: Int?
    /// How many of them there may be; nil: any number.
    var mostDescriptors: Int?

    /// As it is now.
    ///
    /// Source: proc(5), `/proc/self/statm` and `/proc/self/fd`.
    static var now: Self {
        Self(
            processorTime: Clock.processorTime,
            residentMemory: pages.map { $0 * Int(sysconf(Int32(_SC_PAGESIZE))) },
            descriptors: openDescriptors,
            mostDescriptors: limit
        )
    }

    private static var pages: Int? {
        guard let bytes = try? FileContents(path: "/proc/self/statm").bytes else { return nil }
        let words = String(decoding: bytes, as: UTF8.self).split(separator: " ")
        return words.count > 1 ? Int(words[1]) : nil
    }

    /// Without the one that reads the folder, `.` and `..`.
    private static var openDescriptors: Int? {
        guard let folder = opendir("/proc/self/fd") else { return nil }
        defer { closedir(folder) }
        var count = 0
        while readdir(folder) != nil { count += 1 }
        return max(0, count - 3)
    }

    private static var limit: Int? {
        var limit = rlimit()
        guard getrlimit(__rlimit_resource_t(UInt32(RLIMIT_NOFILE.rawValue)), &limit) == 0 else { return nil }
        return Int(exactly: limit.rlim_cur)
    }
}
