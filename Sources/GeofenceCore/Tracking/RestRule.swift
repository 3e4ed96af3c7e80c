/// Whether a device that rests is judged by where it rests, and how many fixes elsewhere end that.
public enum RestRule: UInt8, Hashable, Sendable, CaseIterable {
    /// Each fix is judged by itself.
    case off
    /// One fix elsewhere ends a rest.
    case oneFix
    /// Two fixes elsewhere end a rest, the second of which could be reached from the first.
    case twoFixes
}
