extension Engine {
    /// Puts a set of fences in place of the one there is.
    ///
    /// The clock doesn't move: no timer runs, neither by the old rules nor by the new ones, until
    /// `advance(to:)` or a message says that it is time. A message that still waits elsewhere may contradict
    /// a hold that would end now. Devices inside a fence that goes get an exit with the cause `removed`. A
    /// fence that is new, or whose place changed, has its status set anew for every device that has been
    /// seen, by the point and the network that were last accepted, without an event; a visit that goes on is
    /// the same visit. A change in name or rules alone changes no status. Dwell times that such a fence
    /// brings and that have passed are not made up for; those of other fences are sent as if there had been
    /// no change.
    /// - Parameters:
    ///   - fences: the new set; of two with one id the last counts.
    ///   - reportAllUpTo: with at most this many fences every pair has a status that is reported; nil: as
    ///     before.
    ///   - stream: what is asked of the messages of every device; nil: as before.
    ///   - time: when the change is made.
    ///   - effects: what the change brings about is added here.
    public mutating func replaceFences(
        _ fences: [Fence],
        reportAllUpTo: Int? = nil,
        stream: StreamRules? = nil,
        at time: Timestamp,
        _ effects: inout Effects
    ) {
        var change = beginReplacingFences(
            fences,
            reportAllUpTo: reportAllUpTo,
            stream: stream,
            at: time,
            &effects
        )
        goOn(with: &change, atMost: .max, &effects)
    }

    /// Begins to put a set of fences in place of the one there is; see `replaceFences`.
    ///
    /// - Returns: what is left of it; see `RunningChange`.
    public mutating func beginReplacingFences(
        _ fences: [Fence],
        reportAllUpTo: Int? = nil,
        stream: StreamRules? = nil,
        at time: Timestamp,
        _ effects: inout Effects
    ) -> RunningChange {
        let wanted = Set(fences.map(\.id))
        return begin(
            setting: fences,
            removing: allFences.map(\.id).filter { !wanted.contains($0) },
            reportAllUpTo: reportAllUpTo,
            stream: stream,
            at: time,
            &effects
        )
    }

    /// Puts some fences in, each in place of the one of its id if there is one, and takes others out; see
    /// `replaceFences`.
    ///
    /// Where all of them, as they were and as they are to be, name their devices, other devices have nothing
    /// to do with it. Nor have those that keep nothing of them and are not near, where no status without a
    /// record is reported.
    ///
    /// - Complexity: what the fences themselves cost, and a look at every device, or at those that they name.
    public mutating func changeFences(
        setting fences: [Fence],
        removing gone: [Identifier],
        at time: Timestamp,
        _ effects: inout Effects
    ) {
        var change = beginChangingFences(setting: fences, removing: gone, at: time, &effects)
        goOn(with: &change, atMost: .max, &effects)
    }

    /// Begins to put some fences in and to take others out; see `changeFences`.
    ///
    /// - Returns: what is left of it; see `RunningChange`.
    public mutating func beginChangingFences(
        setting fences: [Fence],
        removing gone: [Identifier],
        at time: Timestamp,
        _ effects: inout Effects
    ) -> RunningChange {
        begin(setting: fences, removing: gone, reportAllUpTo: nil, stream: nil, at: time, &effects)
    }

    private mutating func begin(
        setting fences: [Fence],
        removing gone: [Identifier],
        reportAllUpTo: Int?,
        stream: StreamRules?,
        at time: Timestamp,
        _ effects: inout Effects
    ) -> RunningChange {
        let isForAll =
            stream.map { $0 != context.stream } ?? false
            || reportAllUpTo.map { $0 != context.fences.reportAllUpTo } ?? false
        let new = fences.filter { fence($0.id) != $0 }
        let concern = isForAll ? .all : concern(ofSetting: new, removing: gone)
        let concerned = concern.devices ?? Array(deviceNumbers)
        let hadFollowers = !context.fences.followers.isEmpty
        let silences = concerned.map { device in
            settleLate(device, &effects)
            return breakSilence(device, &effects)
        }
        let ids = Set(gone + new.map(\.id))
        let grouped = context.fences.groups(of: ids)
        let groups = concerned.map { reportedGroups(device: $0) }
        let reportedAll = context.fences.reportsAll
        let reportedAllGroups = context.fences.reportsAllGroups
        let staleTimes = context.fences.needs.staleTimes
        let slots = SlotSet(gone.compactMap { slot(of: $0) })
        effects.removeDecisions { slots.contains($0.fence) }
        effects.goneFences += gone.filter { slot(of: $0) != nil }
        let losing = devicesLosing(slots, concerned)
        for id in gone { remove(id, slot(of: id).flatMap { losing[$0] } ?? [], at: time, &effects) }
        if let stream { change(stream, &effects) }
        if let reportAllUpTo { context.fences.reportAllUpTo = reportAllUpTo }
        var anew: Set<Int32> = []
        var added: Set<Int32> = []
        var changed: Set<Int32> = []
        for fence in fences {
            let before = self.fence(fence.id)
            let slot = context.fences.set(fence)
            if before == nil {
                added.insert(slot)
                effects.newFences.append(fence.id)
            }
            if before != fence { changed.insert(slot) }
            if let before, before.isMonitored != fence.isMonitored { effects.switchedFences.append(slot) }
            if before?.hasSamePlace(as: fence) != true { anew.insert(slot) }
            if before?.isAssigned == true, !fence.isAssigned { forgetAssignments(to: slot) }
        }
        // Where devices are is kept only while a fence goes with one.
        if concern.isAll || !hadFollowers { placeFollowers() }
        // By what came before, nothing is proved of other fences than those that were there.
        if case .named = concern {} else { histories.removeAll() }
        let regrouped = Set(context.fences.groups(of: ids).symmetricDifference(grouped).map(\.group))
        let settling = settling(anew, reported: reportedAll ? anew.subtracting(added) : [])
        let reporting = reporting(anew, added: added, reportedAll: reportedAll, of: concerned, &effects)
        let clearsGroups = clearGroupsOfMany(concerned, reportedAll: reportedAllGroups, &effects)
        return RunningChange(
            time: time,
            devices: concerned,
            silences: silences,
            groups: clearsGroups ? nil : groups,
            changed: changed,
            settling: settling,
            reporting: reporting,
            regrouped: regrouped,
            staleTimes: staleTimes
        )
    }

    /// Plans the timers of all devices anew where silences count that did not before, or the other way round.
    ///
    /// Each device takes notice of them, whether or not a fence that asks for one is for it.
    mutating func planSilences(unlike before: [Int64]) {
        guard context.fences.needs.staleTimes != before else { return }
        for device in deviceNumbers { schedule(device) }
    }

    /// Takes notice again, by the new rules, of the silence that a device had fallen into.
    mutating func resumeSilence(_ silence: Int64, _ device: Int, _ effects: inout Effects) {
        guard silence > 0, let heard = devices[device].heard else { return }
        let mark = effects.mark
        devices[device].fallSilent(at: heard.advanced(byMilliseconds: silence), &context, &effects)
        noteOccupants(device, since: mark, effects)
        regroup(device, since: mark, &effects)
    }

    /// Forgets that a device has been silent, until the change is made; gives the longest `staleAfter` that
    /// had passed, in milliseconds.
    mutating func breakSilence(_ device: Int, _ effects: inout Effects) -> Int64 {
        let passed = context.fences.needs.staleTimes.last { $0 <= devices[device].silence } ?? 0
        let mark = effects.mark
        devices[device].breakSilence(&context, &effects)
        noteOccupants(device, since: mark, effects)
        regroup(device, since: mark, &effects)
        return passed
    }

    private mutating func remove(
        _ id: Identifier,
        _ concerned: [Int],
        at time: Timestamp,
        _ effects: inout Effects
    ) {
        guard let slot = slot(of: id) else { return }
        leave(slot, concerned, at: time, &effects)
        referenceCounts[slot] = nil
        occupants.removeAll(in: slot)
        context.fences.remove(id)
    }

    /// Some devices leave a fence that goes; who is inside is for the caller to note.
    mutating func leave(_ slot: Int32, _ concerned: [Int], at time: Timestamp, _ effects: inout Effects) {
        guard let entry = context.fences[slot] else { return }
        for device in concerned {
            let wasReported = isReported(.init(device: device, fence: slot))
            let mark = effects.mark
            devices[device].leave(
                slot,
                entry,
                Step(time: time, cause: .removed, isCertain: true),
                &effects
            )
            if !entry.groups.isEmpty { regroup(device, since: mark, &effects) }
            if wasReported {
                effects.cleared.append(.init(device: devices[device].id, fence: entry.fence.id))
            }
            if devices[device].hasAssignment(to: slot) {
                devices[device].assignments.removeAll { $0 == slot }
            }
        }
    }

    /// What a change of fences means for each device.
    private func settling(_ slots: Set<Int32>, reported: Set<Int32>) -> Settling {
        let middles = slots.compactMap { context.fences[$0]?.anchor?.fix.accuracy }
        return Settling(slots: SlotSet(slots), reported: reported, middle: middles.max() ?? 0)
    }

    /// Other rules for the messages: what has been held by the old ones is taken first.
    private mutating func change(_ stream: StreamRules, _ effects: inout Effects) {
        guard stream != context.stream else { return }
        for device in deviceNumbers { flush(device: device, &effects) }
        context.stream = stream
    }
}
