/// All that is kept of one device.
struct DeviceState {
    /// A fix or a report, and when.
    struct Stamped<Value: Hashable & Sendable>: Hashable, Sendable {
        var time: Timestamp
        var value: Value
    }

    // What is small stands where it fills gaps: of a million devices each byte is a megabyte.
    let id: Identifier
    /// When the first fix was: from then on the device is outside where no record says other.
    @PackedMoment var firstFix: Timestamp?
    /// When the device was last heard of.
    @PackedMoment var heard: Timestamp?
    /// The engine's queue holds an entry of this device at this moment, if not nil.
    @PackedMoment var queuedAt: Timestamp?
    /// When the next timer is due in the device's own time, as of the end of the last step; nil where none
    /// runs.
    @PackedMoment var nextTimer: Timestamp?
    /// Milliseconds by which the device's stamps run behind their arrival; its timers run as much later.
    ///
    /// Below 0 where the clock of arrivals was set back: the device's time goes on from where it was.
    var lag: Int64 = 0
    /// Milliseconds of silence that have been taken notice of: fences whose status is stale after no more
    /// than that are.
    var silence: Int64 = 0
    /// Records of fences that mattered.
    var pairs = PairRecords() { didSet { safeRegion.end() } }
    /// Slots of the records that every fix has to look at, ascending: those for which
    /// `FenceMembership.isActive` holds at the end of each step.
    var active: [Int32] = [] { didSet { safeRegion.end() } }
    /// Slots of the fences that are assigned to it, ascending.
    var assignments: [Int32] = [] {
        didSet {
            assignmentChanges &+= 1
            safeRegion.end()
        }
    }
    /// What most devices have nothing of: none or one.
    var extras: [DeviceExtras] = [] { didSet { hasUrgentExtras = !extras.isEmpty && extras[0].areUrgent } }
    /// The last fix by its stamp, whatever fences make of it.
    var fix: Stamped<Fix>?
    /// Whether it has reported that it goes: so it stands where it reports no speed.
    var reportsSpeed = false
    /// Whether it is monitored at all; where not, nothing is known of it.
    var isMonitored = true
    /// Whether the engine lists it among those that changed.
    var isListed = false
    private var shortNumber: Int32 = 0
    /// Where it has been since when, as far as fixes feed it; nil where rests are not looked for.
    var rest: Rest?
    /// Whether a fix that changes no side has to look at any of the extras: they lie elsewhere in memory.
    private(set) var hasUrgentExtras = false
    /// Where fixes change nothing.
    var safeRegion = SafeRegion()
    /// How often its assignments have changed, since the process began.
    private(set) var assignmentChanges: UInt32 = 0

    init(id: Identifier) { self.id = id }

    /// Its number in the engine, which puts it there.
    var number: Int {
        get { Int(shortNumber) }
        set { shortNumber = Int32(newValue) }
    }

    /// What stands under a number that is no device's.
    static var vacant: DeviceState { DeviceState(id: .none) }

    /// Where the record of a fence is, or would have to be put in.
    func position(of slot: Int32) -> (index: Int, found: Bool) {
        pairs.position(of: slot)
    }

    /// Where the record of a fence is, if every fix has to look at it; where not, and a fix has come before,
    /// the device is outside, and nothing waits to become of it.
    ///
    /// Of the fences near a device most are not among these: the records of all others are not searched.
    @inline(__always)
    func activePosition(of slot: Int32) -> Int? {
        guard activeIndex(slot).found else { return nil }
        let (index, found) = position(of: slot)
        return found ? index : nil
    }

    /// The record of a fence, if there is one.
    func pair(_ slot: Int32) -> FenceMembership? {
        let (index, found) = position(of: slot)
        return found ? pairs[index] : nil
    }

    /// Whether the device has ever been inside a fence.
    func hasBeenInside(_ slot: Int32) -> Bool {
        pairs.hasBeenInside(slot)
    }

    /// Whether the place of a fence makes the device inside.
    func isInRegion(_ slot: Int32) -> Bool {
        let (index, found) = position(of: slot)
        return found && pairs[index].via.contains(.region)
    }

    /// The status of a fence, also where no record is kept; unknown while what is known is too old.
    func status(_ slot: Int32, _ entry: FenceEntry) -> Status {
        isStale(entry) ? .unknown : pair(slot)?.status ?? impliedStatus(entry)
    }

    /// The same, without a look at the fence where a record or its sketch says enough.
    func status(_ slot: Int32, _ fences: borrowing FenceTable) -> Status {
        if silence == 0 {
            let (index, found) = position(of: slot)
            if found { return pairs[index].status }
            if fences.sketches[Int(slot)].isPlain { return firstFix == nil ? .unknown : .outside }
        }
        return fences[slot].map { status(slot, $0) } ?? .unknown
    }

    /// What no record means: outside as soon as the device has reported what the fence goes by.
    func impliedStatus(_ entry: FenceEntry) -> Status {
        impliedSince(entry) == nil ? .unknown : .outside
    }

    /// Since when no record means outside.
    func impliedSince(_ entry: FenceEntry) -> Timestamp? {
        guard entry.fence.isMonitored else { return nil }
        guard entry.hasPlace else { return firstWiFi }
        guard entry.fence.follows != nil else { return firstFix }
        guard let anchor = entry.anchor, let firstFix else { return nil }
        return max(anchor.since, firstFix)
    }

    /// Makes a record of a fence that there is none of, with a status that nothing has changed yet.
    mutating func addPair(_ slot: Int32, _ entry: FenceEntry, _ status: Status) {
        let last = retired.isEmpty ? nil : retired.removeValue(forKey: entry.fence.id)
        var pair = last ?? FenceMembership(fence: slot, status: status)
        pair.fence = slot
        pair.status = status
        if status != .unknown {
            pair.since = impliedSince(entry) ?? .distantPast
            pair.lastTransition = max(pair.lastTransition, pair.since)
        }
        pairs.insert(pair)
    }

    /// Drops or takes up a record into the list of those to be looked at.
    mutating func setActive(_ slot: Int32, _ isActive: Bool) {
        let (index, found) = activeIndex(slot)
        if isActive, !found { active.insert(slot, at: index) }
        if !isActive, found { active.remove(at: index) }
    }

    /// Where a slot is in the list of those to be looked at, or would have to be put in.
    private func activeIndex(_ slot: Int32) -> (index: Int, found: Bool) {
        var (low, high) = (0, active.count)
        while low < high {
            let middle = (low + high) / 2
            if active[middle] < slot { low = middle + 1 } else { high = middle }
        }
        return (low, low < active.count && active[low] == slot)
    }
}
