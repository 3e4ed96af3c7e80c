/// Decides which devices are inside which fences: a function of the observations, the fences and the clock it
/// is given.
///
/// The same inputs in the same order give the same effects. Nothing here reads a clock, a file or a random
/// number.
///
/// A device has a number for as long as it is known, over restarts too, whichever others are forgotten.
public struct Engine: ~Copyable {
    /// The fences, and what each step works with.
    var context: StepContext
    /// By number; `DeviceState.vacant` under one that is nobody's.
    var devices: [DeviceState] = []
    /// The numbers of devices.
    var directory = Directory()
    /// The devices that changed since the last checkpoint; one that was forgotten may stand here.
    var changed: [Int] = []
    /// What stood beside the fences at the last checkpoint.
    var keptRules: FenceRules?
    var queue = DeadlineQueue()
    var occupants = Occupants()
    var locator = DeviceLocator()
    /// Devices with lower numbers have left the fences that are closing.
    public internal(set) var leftBelow = 0
    /// Whether the last observation was accepted and has changed nothing, and no timer was due before it: its
    /// effects have its position at most.
    public internal(set) var wasUneventful = false
    /// By slot: to how many devices a fence is assigned.
    var referenceCounts: [Int32: Int] = [:]
    /// By device: what it sent lately, where late events are wanted.
    var histories: [Int: LateHistory] = [:]
    /// How visits and zones are found; nil where they are not.
    public internal(set) var placeRules: PlaceRules? { didSet { visitRules = placeRules?.visits } }
    /// The part of these that each position asks for: all of them would be copied for it.
    private(set) var visitRules: VisitRules?
    /// By device: its visits and zones.
    ///
    /// Empty where none are to be found, and as long as the devices otherwise.
    var places: [Places] = []

    /// Makes an engine with fences and no devices.
    ///
    /// - Parameters:
    ///   - fences: the fences; of two with one id the last counts.
    ///   - reportAllUpTo: with at most this many fences every pair of a device and a fence has a status that
    ///     is reported.
    ///   - stream: what is asked of the messages of every device.
    ///   - places: how visits and zones are found; nil where they are not.
    ///   - sideRule: what judges positions in the place of the fences' own rules; nil where those do.
    public init(
        fences: [Fence] = [],
        reportAllUpTo: Int = 100,
        stream: StreamRules = StreamRules(),
        places: PlaceRules? = nil,
        sideRule: (any SideRule)? = nil
    ) {
        context = StepContext(stream: stream)
        context.sideRule = sideRule
        context.takesShortWay = sideRule == nil
        (placeRules, visitRules) = (places, places?.visits)
        context.scratch.keepsPositions = places != nil
        context.fences.reportAllUpTo = reportAllUpTo
        context.fences.reserve(fences.count)
        // A few stay as they are given, since their statuses are reported in this order.
        let isFew = fences.count <= reportAllUpTo
        for fence in isFew ? fences : fences.inPlaceOrder() { context.fences.set(fence) }
    }

    /// What is asked of the messages of every device.
    public var stream: StreamRules { context.stream }

    /// How many fences there are.
    public var fenceCount: Int { context.fences.count }

    /// With at most this many fences every pair of a device and a fence has a status that is reported.
    public var reportAllUpTo: Int { context.fences.reportAllUpTo }

    /// Whether every pair of a device and a fence has a status that is reported.
    public var reportsAll: Bool { context.fences.reportsAll }

    /// Puts what nearly every fix asks of the fences into pages of 2 MB, where they are very many and the
    /// system can do that at once: a fix costs less then.
    ///
    /// For when many fences have come: what grows for those that come later is in small pages again. Nothing
    /// is decided otherwise.
    /// - Complexity: copies what it moves, some 80 bytes a fence.
    /// - Returns: how many bytes the system was asked to move, whether or not it could.
    @discardableResult
    public func useLargePages() -> Int { context.fences.useLargePages() }

    /// The fence in a slot.
    public func fence(_ slot: Int32) -> Fence? { context.fences[slot]?.fence }

    /// The fence with an id.
    public func fence(_ id: Identifier) -> Fence? { slot(of: id).flatMap { fence($0) } }

    /// All fences, ascending by id.
    public var allFences: [Fence] {
        context.fences.all.map(\.entry.fence).sorted { $0.id < $1.id }
    }

    /// Whether these are all fences, and as they are here; of no two with one id.
    public func hasFences(_ wanted: [Fence]) -> Bool {
        context.fences.holds(wanted)
    }

    /// The ids of the fences that are not monitored, ascending.
    public var unmonitoredFences: [Identifier] {
        context.fences.all.filter { !$0.entry.fence.isMonitored }.map(\.entry.fence.id).sorted()
    }

    /// The ids of all fences, in no order that means anything.
    public var fenceIDs: [Identifier] { fenceIDs(atMost: .max) }

    /// The same, so many at most.
    package func fenceIDs(atMost count: Int) -> [Identifier] {
        context.fences.all.prefix(count).map(\.entry.fence.id)
    }

    /// Whether any fence is in a group.
    public func hasGroup(_ name: Identifier) -> Bool {
        context.fences.groups.number(of: name).map { !context.fences.groups.isEmpty($0) } ?? false
    }

    /// The slot of a fence.
    public func slot(of id: Identifier) -> Int32? { context.fences.slot(of: id) }

    /// Reports the statuses that no record is kept of and that the first fix or WiFi report has settled.
    func learn(
        _ device: Int,
        _ before: (fix: Bool, wifi: Bool),
        _ now: (fix: Bool, wifi: Bool),
        _ effects: inout Effects
    ) {
        guard context.fences.reportsAll else { return }
        let isNew = !before.fix && !before.wifi
        for (slot, entry) in context.fences.fences(for: devices[device])
        where devices[device].pair(slot)?.status ?? .unknown == .unknown {
            let changed = entry.hasPlace ? before.fix != now.fix : before.wifi != now.wifi
            if isNew || changed { effects.statuses.append(.init(device: device, fence: slot)) }
        }
        // What comes second may be stamped before what came first.
        let learnt = before.fix ? devices[device].firstWiFi : devices[device].firstFix
        guard isNew || learnt == devices[device].firstKnowledge else { return }
        for group in reportedGroups(device: device) {
            effects.groups.append(.init(device: device, group: group))
        }
    }
}
