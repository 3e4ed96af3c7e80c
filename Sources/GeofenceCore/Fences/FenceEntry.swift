/// A fence as the engine uses it: prepared once, read at every fix.
///
/// A class, since it is large and looked at several times a fix: a reference is handed on, not a copy of all that is in it.
final class FenceEntry: Sendable {
    let fence: Fence
    let shape: PreparedShape?
    let enterAfter: Int64
    let exitAfter: Int64
    let dwell: [Int64]
    let wifiExpiry: Int64?

    init(_ fence: Fence) {
        self.fence = fence
        shape = fence.shape.map(PreparedShape.init)
        enterAfter = Seconds.milliseconds(fence.rules.enterAfter)
        exitAfter = Seconds.milliseconds(fence.rules.exitAfter)
        dwell = fence.rules.dwell.map(Seconds.milliseconds).sorted()
        wifiExpiry = fence.rules.wifiExpiry.map(Seconds.milliseconds)
    }

    /// Whether it is a place, and not networks alone.
    var hasPlace: Bool { shape != nil }

    /// Metres beyond the edge at which a fix can still mean inside.
    var reach: Double {
        fence.rules.accuracy == .lenient ? fence.rules.maxAccuracy : 0
    }

    /// Accuracy in metres above which a fix may be refused.
    var accuracyLimit: Double {
        fence.rules.accuracy == .ignore ? .infinity : fence.rules.maxAccuracy
    }
}
