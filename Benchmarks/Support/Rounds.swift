import CLibrary

/// How much tests leave to chance: what every run has time for, or more of it.
///
/// GEOFENCE_TEST_ROUNDS=4 makes it four times as much, for a change that such a test guards.
package enum Rounds {
    private static let factor = getenv("GEOFENCE_TEST_ROUNDS").flatMap { Int(String(cString: $0)) } ?? 1

    /// So many, times the factor.
    package static func times(_ count: Int) -> Int { count * max(1, factor) }

    /// So many seeds, times the factor.
    package static func seeds(_ count: Int) -> Range<UInt64> { 0..<UInt64(times(count)) }
}
