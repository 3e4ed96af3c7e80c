/// All fences, found by id, by place and by network.
///
/// A fence keeps its slot for as long as it exists, over restarts too. A new one gets the least that is free:
/// that depends on the fences that there are, and not on those that were before.
struct FenceTable: ~Copyable {
    private var fences: [Fence?] = []
    /// By slot: what few fences have.
    private var extras = SparseArray<FenceEntry.Extras>()
    /// By slot.
    private(set) var sketches: ContiguousArray<FenceHotData> = []
    /// By the numbers that the hot data has.
    private(set) var edgeRules = EdgeRules()
    /// Rises with each change of a fence, or of where one is; but not where a fence for assigned devices
    /// comes or goes: it is assigned to none then.
    private(set) var version: UInt64 = 1
    /// From where `FenceHotData.version` counts.
    private var firstVersion: UInt64 = 0
    /// How far `version` may rise above `firstVersion` before that moves up.
    private let mostVersions: UInt64
    /// The slots of fences, found by the hashes of their ids.
    private var slots = NumberTable()
    private let hash = SeededHash()
    /// Slots of fences that went.
    private var free = MinHeap<Int32>()
    private(set) var places = FenceIndex()
    private(set) var networks = WiFiIndex()
    private(set) var groups = GroupTable()
    private var terms = SharedTerms()
    /// What the last fence has that is in groups, and for which nothing else is kept: the next one mostly is
    /// in the same.
    private var lastGroups: FenceEntry.Extras?
    /// The fences that go with a device, by its name.
    private(set) var followers: [Identifier: Set<Int32>] = [:]
    private(set) var origins = FenceOrigins()
    /// What any fence asks for beyond places and networks.
    private(set) var needs = RequiredFeatures()
    /// The slots whose fences a checkpoint has to write.
    private(set) var changed = ChangedSlots()
    /// The slots of fences that nobody enters any more: they go once all have left.
    private(set) var closing: Set<Int32> = []

    /// With at most this many fences every pair of a device and a fence is reported, also where it has never
    /// been inside.
    var reportAllUpTo = 100

    /// `mostVersions`: tests lower it.
    init(mostVersions: UInt32 = .max) { self.mostVersions = UInt64(mostVersions) }

    /// How many fences there are.
    var count: Int { slots.count }

    /// Whether all pairs are reported; fences that come by themselves don't count.
    var reportsAll: Bool { reportsAll(of: origins.placed.count) }

    /// Whether all pairs would be reported with so many fences that somebody has placed.
    func reportsAll(of count: Int) -> Bool { count <= reportAllUpTo }

    /// Whether all groups are reported of each device: not where there are more than `reportAllUpTo`, either,
    /// since a few fences can be in thousands.
    var reportsAllGroups: Bool { reportsAll && groups.count <= reportAllUpTo }

    /// Whether other groups may be reported of all devices where some fences go and others come.
    func mayReportOtherGroups(removing old: [Fence], adding new: [Fence]) -> Bool {
        let least = groups.count - old.reduce(0) { $0 + $1.groups.count }
        let most = groups.count + new.reduce(0) { $0 + $1.groups.count }
        return (least <= reportAllUpTo) != (most <= reportAllUpTo)
    }

    /// The fences that are for a device, ascending by slot.
    func fences(for device: DeviceState) -> some Sequence<(slot: Int32, entry: FenceEntry)> {
        admitted(device, origins.slots(for: device))
    }

    /// The same of only some of the fences that somebody has placed, given ascending by slot.
    func fences(for device: DeviceState, placed: [Int32])
        -> some Sequence<(slot: Int32, entry: FenceEntry)>
    {
        let own = origins.ownSlots(of: device)
        return admitted(device, own.isEmpty ? placed : Set(placed).union(own).sorted())
    }

    private func admitted(_ device: DeviceState, _ slots: [Int32])
        -> some Sequence<(slot: Int32, entry: FenceEntry)>
    {
        let (fences, extras) = (fences, extras)
        return slots.lazy.compactMap { slot in
            let entry = FenceEntry(in: Int(slot), fences, extras)
            return entry.flatMap { device.isAdmitted(to: slot, $0) ? (slot, $0) : nil }
        }
    }

    /// All fences with their slots, ascending by slot.
    var all: some Sequence<(slot: Int32, entry: FenceEntry)> {
        let (fences, extras) = (fences, extras)
        return fences.indices.lazy.compactMap { slot in
            FenceEntry(in: slot, fences, extras).map { (Int32(slot), $0) }
        }
    }

    subscript(slot: Int32) -> FenceEntry? {
        fences.indices.contains(Int(slot)) ? FenceEntry(in: Int(slot), fences, extras) : nil
    }

    /// The slot of the fence with an id.
    func slot(of id: Identifier) -> Int32? {
        slots.find(hash.value(of: id)) { fences[$0]?.id == id }.map { Int32($0) }
    }

    /// Gives the hash of the id of the fence in a slot; has the fences itself, since `slots` changes while it
    /// asks.
    private var hashes: (Int) -> Int {
        { [hash, fences] in hash.value(of: fences[$0]?.id ?? .none) }
    }

    /// Makes room for so many fences at once.
    mutating func reserve(_ count: Int) {
        fences.reserveCapacity(count)
        sketches.reserveCapacity(count)
        slots.reserve(count, hashes)
    }

    /// Puts what nearly every fix asks of the fences into large pages, where there are very many; gives how
    /// many bytes.
    func useLargePages() -> Int {
        sketches.withUnsafeBytes { LargePages.move($0).asked } + places.useLargePages()
    }

    /// Has fences to come share their terms with these where they have the same.
    mutating func prefer(termsOf fences: [Fence]) {
        var last: FenceAttributes?
        for fence in fences where fence.terms !== last {
            terms.prefer(fence.terms)
            last = fence.terms
        }
    }

    /// Puts a fence in, or in place of the one of the same id, and gives its slot.
    @discardableResult
    mutating func set(_ fence: Fence) -> Int32 {
        let known = slot(of: fence.id)
        if let known, self[known]?.fence.hasSameBytes(as: fence) == true { return known }
        let slot = known ?? free.removeFirst() ?? Int32(fences.count)
        changed.insert(slot)
        set(fence, slot, isNew: known == nil)
        return slot
    }

    /// Whether these are all fences, and as they are here; of no two with one id.
    func holds(_ fences: [Fence]) -> Bool {
        guard fences.count == count else { return false }
        return fences.allSatisfy { fence in
            slots.find(hash.value(of: fence.id)) { self.fences[$0] == fence } != nil
        }
    }

    /// The version of the table at which a fence has become what it is; one for assigned devices may have
    /// come later.
    func version(of slot: Int32) -> UInt64 { firstVersion + UInt64(sketches[Int(slot)].version) }

    /// The version as `FenceHotData` keeps it.
    ///
    /// Once it has no room for it, all fences count as changed now: of fixes before that less is known then.
    private mutating func keptVersion() -> UInt32 {
        if version - firstVersion > mostVersions {
            firstVersion = version
            for slot in sketches.indices { sketches[slot].version = 0 }
        }
        return UInt32(version - firstVersion)
    }

    /// All slots lie below this number.
    var limit: Int { fences.count }

    /// Puts a fence that the last checkpoint has, with an id that no other has, into its slot, which lies
    /// behind all that are there.
    mutating func restore(_ fence: Fence, _ slot: Int32) {
        while fences.count < Int(slot) {
            free.insert(Int32(fences.count))
            addSlot()
        }
        assert(self.slot(of: fence.id) == nil)
        set(fence, slot, isNew: true)
    }

    /// A device has been read back that was too fast for a fence.
    mutating func noteSpeeding() { needs.noteSpeeding() }

    /// A checkpoint has all fences as they are now.
    mutating func didCheckpoint() { changed.removeAll() }

    /// `isNew`: whether the id leads to no slot yet; otherwise it leads to this one.
    private mutating func set(_ fence: Fence, _ slot: Int32, isNew: Bool) {
        let before = self[slot]
        let fence = fence.with(terms.share(fence.terms))
        if let before {
            unlink(slot)
            terms.release(before.fence.terms)
        }
        if before != nil || !fence.isAssigned { version += 1 }
        if Int(slot) == fences.count { addSlot() }
        // One that was not monitored meanwhile begins without a place, as a new one.
        let stays =
            fence.follows != nil && before?.fence.follows?.device == fence.follows?.device
            && fence.isMonitored && before?.fence.isMonitored == true
        let entry = FenceEntry(
            fence,
            groups: groups.indices(of: fence.groups),
            anchor: stays ? before?.anchor : nil,
            sharing: lastGroups
        )
        lastGroups = entry.groupsAlone ?? lastGroups
        link(slot, entry)
        if isNew { slots.add(Int(slot), hashes) }
    }

    private mutating func addSlot() {
        fences.append(nil)
        sketches.append(.empty)
    }

    /// The number of a group; a new one is made known.
    mutating func number(ofGroup name: Identifier) -> Int32 { groups.number(name) }

    /// Whether any fence of a group is for a device.
    func admits(_ device: Identifier, group: Int32) -> Bool {
        groups.members(of: group, for: device).contains { self[$0]?.admits(device) ?? false }
    }

    /// A fence in a group.
    struct Membership: Hashable {
        var group: Int32
        var fence: Identifier
    }

    /// What groups some fences are in.
    func groups(of ids: Set<Identifier>) -> Set<Membership> {
        guard !groups.isEmpty else { return [] }
        return ids.reduce(into: []) { memberships, id in
            for group in slot(of: id).flatMap({ self[$0] })?.groups ?? [] {
                memberships.insert(Membership(group: group, fence: id))
            }
        }
    }

    /// Lets nobody into a fence from now on, whoever is inside.
    mutating func close(_ slot: Int32) {
        guard let entry = self[slot], !closing.contains(slot) else { return }
        version += 1
        unlink(slot)
        closing.insert(slot)
        link(slot, entry)
    }

    /// Takes a fence out.
    mutating func remove(_ id: Identifier) {
        guard let slot = self.slot(of: id), let entry = self[slot] else { return }
        slots.remove(Int(slot), hashes)
        changed.insert(slot)
        if !entry.fence.isAssigned { version += 1 }
        unlink(slot)
        terms.release(entry.fence.terms)
        put(nil, slot)
        sketches[Int(slot)] = .empty
        free.insert(slot)
        closing.remove(slot)
    }

    /// Brings a fence to where the device is that it goes with.
    mutating func move(_ slot: Int32, to fix: Fix, at time: Timestamp) {
        guard let entry = self[slot] else { return }
        let anchor = FenceEntry.Anchor(fix: fix, since: entry.anchor?.since ?? time)
        let moved = FenceEntry(entry.fence, groups: entry.groups, anchor: anchor)
        relink(slot, moved)
    }

    /// Leaves a fence that goes with a device without a place.
    mutating func unplace(_ slot: Int32) {
        guard let entry = self[slot], entry.anchor != nil else { return }
        let placeless = FenceEntry(entry.fence, groups: entry.groups)
        relink(slot, placeless)
    }

    /// Puts another entry of the same fence in the place of the one that is there.
    private mutating func relink(_ slot: Int32, _ entry: FenceEntry) {
        // Counted twice for a moment, so that nothing is looked for anew.
        needs.note(entry)
        let rule = edgeRules.add(entry.edgeRule)
        version += 1
        unlink(slot)
        link(slot, entry)
        edgeRules.remove(rule)
        needs.forget(entry)
    }

    private mutating func link(_ slot: Int32, _ entry: FenceEntry) {
        put(entry, slot)
        let rule = edgeRules.add(entry.edgeRule)
        sketches[Int(slot)] = FenceHotData(entry, edgeRuleNumber: rule, version: keptVersion())
        if entry.fence.isMonitored {
            if let shape = entry.shape, !closing.contains(slot) {
                places.insert(slot, box: shape.box(reach: entry.reach))
            }
            networks.insert(slot, entry.fence.wifi)
        }
        origins.insert(slot, entry.fence)
        groups.insert(slot, entry.groups, entry.fence.deviceNames)
        if let leader = entry.fence.follows?.device { followers[leader, default: []].insert(slot) }
        needs.note(entry)
    }

    private mutating func put(_ entry: FenceEntry?, _ slot: Int32) {
        fences[Int(slot)] = entry?.fence
        extras[Int(slot)] = entry?.extras
    }

    private mutating func unlink(_ slot: Int32) {
        guard let entry = self[slot] else { return }
        edgeRules.remove(sketches[Int(slot)].edgeRuleNumber)
        if entry.fence.isMonitored {
            if let shape = entry.shape, !closing.contains(slot) {
                places.remove(slot, box: shape.box(reach: entry.reach))
            }
            networks.remove(slot, entry.fence.wifi)
        }
        origins.remove(slot, entry.fence)
        groups.remove(slot, entry.groups, entry.fence.deviceNames)
        needs.forget(entry)
        guard let leader = entry.fence.follows?.device else { return }
        followers[leader]?.remove(slot)
        if followers[leader]?.isEmpty == true { followers[leader] = nil }
    }
}
