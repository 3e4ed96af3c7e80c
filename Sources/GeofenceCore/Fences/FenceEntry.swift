/// A fence as the engine uses it.
struct FenceEntry: Sendable {
    let fence: Fence
    /// nil for a circle that stays, is in no group and at all heights, and names no devices, as most of many
    /// fences are; also for what has no place and is in no group.
    let extras: Extras?

    /// What few fences have.
    final class Extras: Sendable {
        /// Prepared once, but for circles of which `FenceHotData` has that.
        let shape: PreparedShape?
        let anchor: Anchor?
        let groups: [Int32]

        init(shape: PreparedShape?, anchor: Anchor?, groups: [Int32]) {
            (self.shape, self.anchor, self.groups) = (shape, anchor, groups)
        }
    }

    /// The middle of a fence that goes with a device.
    struct Anchor: Sendable {
        let fix: Fix
        /// When its device was first seen.
        let since: Timestamp
    }

    /// The fence in a slot, and what it has besides.
    init?(in slot: Int, _ fences: [Fence?], _ extras: SparseArray<Extras>) {
        guard let fence = fences[slot] else { return nil }
        self.fence = fence
        self.extras = extras[slot]
    }

    /// `shared`: the groups alone of another fence, which are used again where they are the same.
    init(_ fence: Fence, groups: [Int32] = [], anchor: Anchor? = nil, sharing shared: Extras? = nil) {
        self.fence = fence
        let shape = Self.preparedShape(fence, anchor)
        switch (shape, anchor) {
        case (nil, nil) where groups.isEmpty: extras = nil
        case (nil, nil) where groups == shared?.groups: extras = shared
        default: extras = Extras(shape: shape, anchor: anchor, groups: groups)
        }
    }

    /// What can be shared with another fence: groups, and nothing else.
    var groupsAlone: Extras? { extras.flatMap { $0.shape == nil && $0.anchor == nil ? $0 : nil } }

    /// Where it is now; nil for networks alone, and while the device that it goes with has not been seen.
    ///
    /// - Complexity: a circle of which `FenceHotData` has it ready is prepared each time.
    var shape: PreparedShape? {
        if let shape = extras?.shape { return shape }
        guard case .circle(let circle) = fence.shape else { return nil }
        return .circle(PreparedCircle(circle))
    }

    /// Whether it is anywhere now.
    var hasShape: Bool { fence.shape != nil || extras?.shape != nil }

    /// Where the device is that it goes with, and since when; nil for a fence that stays.
    var anchor: Anchor? { extras?.anchor }

    /// By their index in the table.
    var groups: [Int32] { extras?.groups ?? [] }

    var enterAfter: Int64 { fence.terms.enterAfter }
    var exitAfter: Int64 { fence.terms.exitAfter }
    var dwell: [Int64] { fence.terms.dwell }
    var wifiExpiry: Int64? { fence.terms.wifiExpiry }
    var staleAfter: Int64? { fence.terms.staleAfter }
    var speedFor: Int64 { fence.terms.speedFor }
    var maxGap: Int64 { fence.terms.maxGap }

    private static func preparedShape(_ fence: Fence, _ anchor: Anchor?) -> PreparedShape? {
        guard let follows = fence.follows else {
            if case .circle = fence.shape, fence.altitude == nil, fence.devices.isEmpty { return nil }
            return fence.shape.map(PreparedShape.init)
        }
        guard let anchor else { return nil }
        return (try? Circle(center: anchor.fix.coordinate, radius: follows.radius))
            .map { .circle(PreparedCircle($0)) }
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

    /// What its rules say of its edge.
    var edgeRule: EdgeRule { EdgeRule(fence.rules) }

    /// The accuracy that counts for a fix: the error of the middle adds to its own, as independent errors do.
    func accuracy(of fix: Fix) -> Double {
        let own = fix.accuracy ?? edgeRule.unknownAccuracy
        guard let middle = anchor?.fix.accuracy else { return own }
        return (own * own + middle * middle).squareRoot()
    }
}
