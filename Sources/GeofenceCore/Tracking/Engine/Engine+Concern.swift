/// Which devices and which of their fences a change has to do with.
///
/// A change of ten thousand fences among a hundred thousand devices costs what these are, and not all fences
/// times all devices; to all others it costs one look.
extension Engine {
    /// The devices that a change has to do with, ascending.
    enum Concern {
        /// All may.
        case all
        /// Those that the fences name: no other can have to do with them, whatever it has sent before.
        case named([Int])
        /// Those that keep something of the fences, or may be inside.
        case touched([Int])

        var isAll: Bool { devices == nil }

        /// Nil for all.
        var devices: [Int]? {
            switch self {
            case .all: nil
            case .named(let devices), .touched(let devices): devices
            }
        }
    }

    /// The devices that a change may have to do with; none of the fences to be set is there as it is.
    func concern(ofSetting new: [Fence], removing gone: [Identifier]) -> Concern {
        let ids = Set(gone + new.map(\.id))
        let old = ids.compactMap { fence($0) }
        let count =
            context.fences.origins.placed.count - old.count(where: \.origin.counts)
            + Set(new.filter(\.origin.counts).map(\.id)).count
        guard context.fences.reportsAll == context.fences.reportsAll(of: count),
            !context.fences.needs.hasOtherStaleTimes(removing: old, adding: new),
            !context.fences.mayReportOtherGroups(removing: old, adding: new),
            (old + new).allSatisfy({ !$0.isAssigned }),
            new.allSatisfy({ $0.follows == nil || isUnplaced($0) })
        else { return .all }
        if let named = devicesNamed(by: old + new) { return .named(named) }
        return devicesTouched(from: old, to: new).map { .touched($0) } ?? .all
    }

    /// The devices that fences name; nil where one of them is for others too.
    ///
    /// No other device can have a record of such a fence.
    private func devicesNamed(by fences: [Fence]) -> [Int]? {
        var devices: Set<Int> = []
        for fence in fences {
            guard let names = fence.deviceNames else { return nil }
            devices.formUnion(names.compactMap { directory.find($0) })
        }
        return devices.sorted()
    }

    /// Whether a fence goes with a device that has no place yet, and nobody is in it by a network.
    private func isUnplaced(_ fence: Fence) -> Bool {
        guard fence.wifi.isEmpty, let leader = fence.follows?.device else { return false }
        return directory.find(leader).map { devices[$0].fix == nil } ?? true
    }

    /// The devices that keep something of fences that change, or that may be in one that is new; nil where
    /// any may have to do with it: statuses without a record or other groups are reported, or no device has
    /// been placed yet for the fences that go with one.
    private func devicesTouched(from old: [Fence], to new: [Fence]) -> [Int]? {
        let slots = SlotSet(old.compactMap { slot(of: $0.id) })
        guard !context.fences.reportsAll, hasSameGroups(slots, old, new),
            context.fences.followers.isEmpty || !locator.isEmpty
        else { return nil }
        let placed = new.filter { $0.follows == nil }
        let places = NewPlaces(placed, margin: context.fences.needs.largestMargin)
        return deviceNumbers.filter { device in
            devices[device].lateUntil != nil || keepsAny(of: slots, device)
                || places.mayHold(
                    devices[device].fix?.value,
                    restingPlace(device),
                    devices[device].wifi?.value
                )
        }
    }

    /// Whether a change of fences leaves all groups as they are, to devices that have nothing to do with it:
    /// the fences are in the same ones, or other fences are in them that are for all devices.
    private func hasSameGroups(_ slots: SlotSet, _ old: [Fence], _ new: [Fence]) -> Bool {
        let groups = Dictionary(old.map { ($0.id, $0.groups) }) { first, _ in first }
        let left = Dictionary(new.map { ($0.id, $0.groups) }) { _, last in last }
        let others = Set(groups.keys).union(left.keys).filter { groups[$0] ?? [] != left[$0] ?? [] }
        guard !others.isEmpty else { return true }
        let changed = Set(others.flatMap { (groups[$0] ?? []) + (left[$0] ?? []) })
        return changed.allSatisfy { name in
            guard let group = context.fences.groups.number(of: name) else { return false }
            return context.fences.groups.openMembers(of: group).contains { slot in
                guard !slots.contains(slot), let fence = context.fences[slot]?.fence else { return false }
                return fence.devices.isEmpty && !fence.isAssigned
            }
        }
    }

    /// By fence that goes, the devices that keep something of it or have a status of it, ascending;
    /// `concerned` are those that may.
    func devicesLosing(_ slots: SlotSet, _ concerned: [Int]) -> [Int32: [Int]] {
        guard !slots.isEmpty else { return [:] }
        var devicesBySlot: [Int32: [Int]] = [:]
        let placed = reportedSlots(of: slots)
        for device in concerned {
            for slot in slotsLost(slots, placed, device) { devicesBySlot[slot, default: []].append(device) }
        }
        return devicesBySlot
    }

    /// Those of some slots that a device keeps something of or has a status of, ascending; `placed` are those
    /// that every device has one of.
    func slotsLost(_ slots: SlotSet, _ placed: [Int32], _ device: Int) -> [Int32] {
        var own = keptSlots(of: slots, device)
        if context.fences.reportsAll {
            own += placed.filter { !hasLeft(device, $0) }
            own += context.fences.origins.ownSlots(of: devices[device]).filter(slots.contains)
        }
        return own.eachOnce()
    }

    /// Of some slots those of fences that somebody has placed, where all of their statuses are reported.
    func reportedSlots(of slots: SlotSet) -> [Int32] {
        guard context.fences.reportsAll else { return [] }
        return slots.ascending.filter(context.fences.origins.placed.contains)
    }

    /// What a change of fences asks of every device.
    struct Settling {
        /// The fences that are new or have moved.
        let slots: SlotSet
        /// Those of them that every device may have had a status of before.
        let reported: Set<Int32>
        /// Metres by which the middle of one of them may be wrong, as far as it goes with a device.
        let middle: Double
    }

    /// The slots of a settling that a device has to do with, ascending: those that it keeps something of, has
    /// had a status of, or that its last fix, its rest or its network may be inside, or too vague for.
    func slotsToSettle(_ settling: Settling, _ device: Int) -> [Int32] {
        guard !settling.slots.isEmpty else { return [] }
        var found = keptSlots(of: settling.slots, device) + settling.reported
        if let fix = devices[device].fix?.value {
            var near: [Int32] = []
            context.fences.places.candidates(at: fix.coordinate, into: &near)
            if let accuracy = fix.accuracy,
                accuracy + settling.middle > context.fences.needs.strictestAccuracy
            {
                let reach = accuracy + settling.middle + context.fences.needs.largestMargin
                context.fences.places.candidates(within: reach, of: fix.coordinate, into: &near)
            }
            if let place = restingPlace(device) { context.fences.places.candidates(at: place, into: &near) }
            found += near.filter(settling.slots.contains)
        }
        if let report = devices[device].wifi?.value {
            found += context.fences.networks.matches(report).filter(settling.slots.contains)
        }
        return found.eachOnce()
    }

    /// Where a device rests; nil where it doesn't.
    private func restingPlace(_ device: Int) -> Coordinate? {
        guard let last = devices[device].fix?.time, let rest = devices[device].rest, rest.isResting(at: last)
        else { return nil }
        return rest.place
    }
}

/// Where fences that are new, or have moved, may hold somebody.
private struct NewPlaces {
    private var places = FenceIndex()
    private var networks = WiFiIndex()
    /// No fence has a larger margin, in metres.
    private var margin: Double

    init(_ fences: [Fence], margin: Double) {
        self.margin = margin
        for (slot, fence) in fences.enumerated() {
            let entry = FenceEntry(fence)
            self.margin = max(self.margin, fence.rules.margin)
            if let shape = entry.shape { places.insert(Int32(slot), box: shape.box(reach: entry.reach)) }
            networks.insert(Int32(slot), fence.wifi)
        }
    }

    /// Whether the last fix of a device, its rest or its network may be inside, or too vague to tell.
    func mayHold(_ fix: Fix?, _ rest: Coordinate?, _ report: WiFiReport?) -> Bool {
        if let report, !networks.matches(report).isEmpty { return true }
        guard let fix else { return false }
        var near: [Int32] = []
        if let accuracy = fix.accuracy {
            places.candidates(within: accuracy + margin, of: fix.coordinate, into: &near)
        } else {
            places.candidates(at: fix.coordinate, into: &near)
        }
        if let rest { places.candidates(at: rest, into: &near) }
        return !near.isEmpty
    }
}

/// What is kept of some slots. They ask fields of the device: to call a method of it copies all of its state.
extension Engine {
    /// Whether a device keeps anything of one of them.
    private func keepsAny(of slots: SlotSet, _ device: Int) -> Bool {
        guard !slots.isEmpty else { return false }
        for pair in devices[device].pairs where slots.contains(pair.fence) { return true }
        return devices[device].evidence.contains { slots.contains($0.fence) }
            || devices[device].earlier.entries.contains { slots.contains($0.fence) }
            || devices[device].assignments.contains(where: slots.contains)
    }

    /// Those of them that a device keeps anything of.
    private func keptSlots(of slots: SlotSet, _ device: Int) -> [Int32] {
        var kept: [Int32] = []
        for pair in devices[device].pairs where slots.contains(pair.fence) { kept.append(pair.fence) }
        for known in devices[device].evidence where slots.contains(known.fence) { kept.append(known.fence) }
        for entry in devices[device].earlier.entries where slots.contains(entry.fence) {
            kept.append(entry.fence)
        }
        for slot in devices[device].assignments where slots.contains(slot) { kept.append(slot) }
        return kept
    }
}

extension [Int32] {
    /// Ascending, each once.
    fileprivate func eachOnce() -> [Int32] {
        guard count > 1 else { return self }
        var result: [Int32] = []
        result.reserveCapacity(count)
        for slot in sorted() where result.last != slot { result.append(slot) }
        return result
    }
}
