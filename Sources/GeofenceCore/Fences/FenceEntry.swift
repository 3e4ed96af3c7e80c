/// A fence as the engine uses it: prepared once, read at every fix.
///
/// A class, since it is large and looked at several times a fix: a reference is handed on, not a copy of all
/// that is in it.
final class FenceEntry: Sendable {
    let fence: Fence
    /// Where it is now; nil for networks alone, and while the device that it goes with has not been seen.
    let shape: PreparedShape?
    /// Where the device is that it goes with, and since when; nil for a fence that stays.
    let anchor: Anchor?
    /// By their index in the table.
    let groups: [Int32]

    /// The middle of a fence that goes with a device; a class, so that fences that stay have no room for it.
    final class Anchor: Sendable {
        let fix: Fix
        /// When its device was first seen.
        let since: Timestamp

        init(fix: Fix, since: Timestamp) {
            self.fix = fix
            self.since = since
        }
    }

    init(_ fence: Fence, groups: [Int32] = [], anchor: Anchor? = nil) {
        self.fence = fence
        self.groups = groups
        self.anchor = anchor
        shape = Self.shape(fence, anchor).map(PreparedShape.init)
    }

    var enterAfter: Int64 { fence.terms.enterAfter }
    var exitAfter: Int64 { fence.terms.exitAfter }
    var dwell: [Int64] { fence.terms.dwell }
    var wifiExpiry: Int64? { fence.terms.wifiExpiry }
    var staleAfter: Int64? { fence.terms.staleAfter }
    var speedFor: Int64 { fence.terms.speedFor }
    var maxGap: Int64 { fence.terms.maxGap }

    private static func shape(_ fence: Fence, _ anchor: Anchor?) -> Shape? {
        guard let follows = fence.follows else { return fence.shape }
        guard let anchor else { return nil }
        return (try? Circle(center: anchor.fix.coordinate, radius: follows.radius)).map(Shape.circle)
    }

    /// Whether it is a place, and not networks alone.
    var hasPlace: Bool { fence.shape != nil || fence.follows != nil }

    /// Whether it is for a device.
    ///
    /// A device is not inside the fence that goes with it.
    func admits(_ device: Identifier) -> Bool {
        if let follows = fence.follows, follows.device == device { return false }
        return fence.devices.isEmpty || fence.devices.contains { $0.matches(device) }
    }

    /// Whether it is for a device with some assignments, in a slot: by the device's name and, where it needs
    /// one, by an assignment.
    func admits(_ device: Identifier, assigned: [Int32], in slot: Int32) -> Bool {
        (!fence.isAssigned || assigned.contains(slot)) && admits(device)
    }

    /// Whether it holds anybody at a moment.
    func isOpen(at time: Timestamp) -> Bool { fence.schedule?.isOpen(at: time) ?? true }

    /// When it opens or closes next; nil: never.
    func nextChange(after time: Timestamp) -> Timestamp? { fence.schedule?.nextChange(after: time) }

    /// Metres beyond the edge at which a fix can still mean inside.
    var reach: Double {
        fence.rules.accuracy == .lenient ? fence.rules.maxAccuracy : 0
    }

    /// Accuracy in metres above which a fix may be refused.
    var accuracyLimit: Double {
        fence.rules.accuracy == .ignore ? .infinity : fence.rules.maxAccuracy
    }

    /// Metres that stand for an accuracy that a device doesn't report.
    var unknownAccuracy: Double { fence.rules.accuracy == .hysteresis ? fence.rules.unknownAccuracy : 0 }

    /// The accuracy that counts for a fix: the error of the middle adds to its own, as independent errors do.
    func accuracy(of fix: Fix) -> Double {
        let own = fix.accuracy ?? unknownAccuracy
        guard let middle = anchor?.fix.accuracy else { return own }
        return (own * own + middle * middle).squareRoot()
    }
}
