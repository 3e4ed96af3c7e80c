/// All that is kept of one device.
struct DeviceState {
    /// A fix or a report, and when.
    struct Stamped<Value: Hashable & Sendable>: Hashable, Sendable {
        var time: Timestamp
        var value: Value
    }

    let id: Identifier
    /// Its number in the engine, which puts it there.
    var number = 0
    /// The last fix by its stamp, whatever fences make of it.
    var fix: Stamped<Fix>?
    /// What those fences go by that refused it.
    var earlier = EarlierFixes()
    /// Where it has been since when, as far as fixes feed it; nil where rests are not looked for.
    var rest: Rest?
    /// Whether it has reported that it goes: so it stands where it reports no speed.
    var reportsSpeed = false
    /// By fence: what speaks against a rest.
    var evidence: [RestEvidence] = []
    /// A fix too far away to be believed until the next one confirms it.
    var suspect: Stamped<Fix>?
    /// When the first fix was: from then on the device is outside where no record says other.
    var firstFix: Timestamp?
    /// Order of fixes: the time of the last one, and the places that came with this very stamp.
    var fixOrder = ArrivalOrder<Coordinate>()
    /// The last WiFi report.
    var wifi: Stamped<WiFiReport>?
    /// When the first WiFi report was.
    var firstWiFi: Timestamp?
    /// Order of WiFi reports, likewise.
    var wifiOrder = ArrivalOrder<WiFiReport>()
    /// Milliseconds by which the device's stamps run behind their arrival; its timers run as much later.
    ///
    /// Below 0 where the clock of arrivals was set back: the device's time goes on from where it was.
    var lag: Int64 = 0
    /// Records of fences that mattered.
    var pairs = PairRecords() { didSet { safeRegion.end() } }
    /// Slots of the records that every fix has to look at, ascending.
    var active: [Int32] = [] { didSet { safeRegion.end() } }
    /// Where fixes change nothing.
    var safeRegion = SafeRegion()
    /// Slots of the fences that are assigned to it, ascending.
    var assignments: [Int32] = [] {
        didSet {
            assignmentChanges &+= 1
            safeRegion.end()
        }
    }
    /// How often they have changed, since the process began.
    private(set) var assignmentChanges: UInt32 = 0
    /// Slots of the fences that are not monitored for it, ascending; each has a record.
    var unmonitored: [Int32] = []
    /// Whether it is monitored at all; where not, nothing is known of it.
    var isMonitored = true
    /// When the device was last heard of.
    var heard: Timestamp?
    /// Milliseconds of silence that have been taken notice of: fences whose status is stale after no more
    /// than that are.
    var silence: Int64 = 0
    /// The groups of fences that have been reported for it, ascending.
    var groups: [GroupState] = []
    /// When late fixes are looked at, if any wait for it, in the device's own time.
    var lateUntil: Timestamp?
    /// Observations that wait for earlier ones, ascending by time.
    var held: [Observation] = []
    /// What is kept of fences that went, so that the events of one of the same id go on in number and time.
    var retired: [Identifier: FenceMembership] = [:]
    /// The engine's queue holds an entry of this device at this moment, if not nil.
    var queuedAt: Timestamp?
    /// When the next timer is due in the device's own time, as of the end of the last step; nil where none
    /// runs.
    var nextTimer: Timestamp?
    /// Whether the engine lists it among those that changed.
    var isListed = false

    init(id: Identifier) { self.id = id }

    /// What stands under a number that is no device's.
    static var vacant: DeviceState { DeviceState(id: .none) }

    /// Where the record of a fence is, or would have to be put in.
    func position(of slot: Int32) -> (index: Int, found: Bool) {
        pairs.position(of: slot)
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
        var pair = retired.removeValue(forKey: entry.fence.id) ?? FenceMembership(fence: slot, status: status)
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
        let index = activeIndex(slot)
        let found = index < active.count && active[index] == slot
        if isActive, !found { active.insert(slot, at: index) }
        if !isActive, found { active.remove(at: index) }
    }

    /// Where a slot is in the list of those to be looked at, or would have to be put in.
    private func activeIndex(_ slot: Int32) -> Int {
        var (low, high) = (0, active.count)
        while low < high {
            let middle = (low + high) / 2
            if active[middle] < slot { low = middle + 1 } else { high = middle }
        }
        return low
    }
}

/// Distinguishes what is new from what is late and what was there before.
struct ArrivalOrder<Value: Hashable>: Hashable {
    /// How an arrival stands to those before it.
    enum Verdict: Hashable {
        case new
        case late
        case duplicate
    }

    /// Time of the newest.
    private(set) var last: Timestamp?
    /// What came with that time; more than one where a stamp is used again.
    private(set) var values: [Value] = []

    /// More different values than this under one stamp are taken for late ones.
    static var capacity: Int { 16 }

    init() {}

    init(last: Timestamp?, values: [Value]) {
        self.last = last
        self.values = values
    }

    func verdict(_ time: Timestamp, _ value: Value) -> Verdict {
        guard let last, time <= last else { return .new }
        guard time == last else { return .late }
        if values.contains(value) { return .duplicate }
        return values.count < Self.capacity ? .new : .late
    }

    mutating func note(_ time: Timestamp, _ value: Value) {
        guard time != last else {
            values.append(value)
            return
        }
        last = time
        // Nearly always one comes after one: to write over that is much cheaper than to empty the list first.
        if values.count == 1 {
            values[0] = value
        } else {
            values.removeAll(keepingCapacity: true)
            values.append(value)
        }
    }
}
