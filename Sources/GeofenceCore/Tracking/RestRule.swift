/// Whether a device that rests is judged by where it rests, and what ends that.
public enum RestRule: UInt8, Hashable, Sendable, CaseIterable {
    /// Each fix is judged by itself.
    case off
    /// One fix elsewhere ends a rest.
    case oneFix
    /// Two fixes elsewhere end a rest, the second of which could be reached from the first.
    case twoFixes
    /// As `oneFix`, but a rest is held on to: fewer false events where a device stays near an edge, and small
    /// moves over it come late or not at all.
    case firm
    /// As `firm`, and two fixes elsewhere end a rest.
    case firmTwoFixes

    /// Whether a rest is held on to.
    var isFirm: Bool { self == .firm || self == .firmTwoFixes }
    /// Whether two fixes elsewhere end a rest.
    var needsTwo: Bool { self == .twoFixes || self == .firmTwoFixes }
}
