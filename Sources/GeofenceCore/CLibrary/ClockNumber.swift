#if !os(WASI)
/// Numbers of clocks.
package enum ClockNumber {
    #if canImport(Darwin)
    /// The clock that only goes up, also while the machine sleeps.
    package static let uptime = CLOCK_MONOTONIC
    #else
    /// The clock that only goes up, also while the machine sleeps.
    package static let uptime = CLOCK_BOOTTIME
    #endif
}
#endif
