#if !os(WASI)
extension siginfo_t {
    /// The exit code of a program that has ended, or the number of the signal that ended it.
    package var status: Int32 {
        #if canImport(Darwin)
        si_status
        #elseif canImport(Musl)
        __si_fields.__si_common.__second.__sigchld.si_status
        #else
        _sifields._sigchld.si_status
        #endif
    }
}
#endif
