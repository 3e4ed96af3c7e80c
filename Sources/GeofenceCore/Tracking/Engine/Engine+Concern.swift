/// Which of the fences that change a device has to do with.
///
/// A change of ten thousand fences among a hundred thousand devices costs what these are, and not all fences
/// times all devices.
extension Engine {
    /// By fence that goes, the devices that keep something of it or have a status of it, ascending;
    /// `concerned` are those that may.
    func devicesLosing(_ slots: SlotSet, _ concerned: [Int]) -> [Int32: [Int]] {
        guard !slots.isEmpty else { return [:] }
        var devicesBySlot: [Int32: [Int]] = [:]
        let placed = reportedSlots(of: slots)
        for device in concerned {
            var own = devices[device].keptSlots(of: slots)
            if context.fences.reportsAll {
                own += placed + context.fences.origins.ownSlots(of: devices[device]).filter(slots.contains)
            }
            for slot in own.eachOnce() { devicesBySlot[slot, default: []].append(device) }
        }
        return devicesBySlot
    }

    /// Of some slots those of fences that somebody has placed, where all of their statuses are reported.
    private func reportedSlots(of slots: SlotSet) -> [Int32] {
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
    /// had a status of, or that its last fix or its network may be inside, or too vague for.
    func slotsToSettle(_ settling: Settling, _ device: Int) -> [Int32] {
        guard !settling.slots.isEmpty else { return [] }
        let state = devices[device]
        var found = state.keptSlots(of: settling.slots) + settling.reported
        if let fix = state.fix?.value {
            var near: [Int32] = []
            context.fences.places.candidates(at: fix.coordinate, into: &near)
            if let accuracy = fix.accuracy,
                accuracy + settling.middle > context.fences.needs.strictestAccuracy
            {
                let reach = accuracy + settling.middle + context.fences.needs.largestMargin
                context.fences.places.candidates(within: reach, of: fix.coordinate, into: &near)
            }
            found += near.filter(settling.slots.contains)
        }
        if let report = state.wifi?.value {
            found += context.fences.networks.matches(report).filter(settling.slots.contains)
        }
        return found.eachOnce()
    }
}

extension Engine.Settling {
    /// Whether a status of a fence may have been published for a device.
    func mayBePublished(_ slot: Int32, _ device: DeviceState) -> Bool {
        reported.contains(slot) || device.pair(slot)?.hasBeenInside == true
    }
}

extension DeviceState {
    /// Those of some slots that anything is kept of.
    fileprivate func keptSlots(of slots: SlotSet) -> [Int32] {
        var kept: [Int32] = []
        for pair in pairs where slots.contains(pair.fence) { kept.append(pair.fence) }
        for known in evidence where slots.contains(known.fence) { kept.append(known.fence) }
        for entry in earlier.entries where slots.contains(entry.fence) { kept.append(entry.fence) }
        for slot in assignments where slots.contains(slot) { kept.append(slot) }
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
