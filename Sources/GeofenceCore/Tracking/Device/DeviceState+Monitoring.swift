/// What is not monitored is unknown: what was known of it is forgotten without an event, but for the number
/// and the time of the last one, so that later events go on from there.
extension DeviceState {
    /// Whether a fence is monitored for the device, as far as the two are concerned together.
    func isMonitored(_ slot: Int32) -> Bool { unmonitored.isEmpty || !unmonitored.contains(slot) }

    /// Whether the device is looked for in a fence.
    func isMonitored(_ slot: Int32, _ entry: FenceEntry) -> Bool {
        isMonitored && entry.fence.isMonitored && isMonitored(slot)
    }

    /// Makes the status of a fence unknown, where there is a record of it.
    mutating func suspend(_ slot: Int32, _ effects: inout Effects) {
        forgetEarlierFix(of: slot)
        forgetEvidence(of: slot)
        let (index, found) = position(of: slot)
        guard found else { return }
        if pairs[index].status == .inside { effects.occupancy.append(.init(device: number, fence: slot)) }
        pairs[index].suspend()
        noteStatus(index, &effects)
        setActive(slot, pairs[index].isActive)
    }

    /// Forgets where the device is, and on which network.
    ///
    /// What came last stays known by its stamp: sent again, it is no first knowledge.
    mutating func forgetWhereabouts(_ effects: inout Effects) {
        for pair in Array(pairs) { suspend(pair.fence, &effects) }
        let order = fixOrder
        (fix, firstFix, rest) = (nil, nil, nil)
        reportsSpeed = false
        (heard, silence) = (nil, 0)
        forgetExtraWhereabouts()
        fixOrder = order
    }

    /// From now on a fence is not monitored for the device.
    mutating func exclude(_ slot: Int32, _ entry: FenceEntry, _ effects: inout Effects) {
        guard isMonitored(slot) else { return }
        if !position(of: slot).found { addPair(slot, entry, .unknown) }
        suspend(slot, &effects)
        unmonitored.append(slot)
        unmonitored.sort()
    }
}

extension FenceMembership {
    /// Nothing is known any more.
    fileprivate mutating func suspend() {
        status = .unknown
        via = []
        awaitsSecondFix = false
        pendingSince = nil
        pendingVia = []
        lastDwell = 0
        nextChange = nil
        speeding = nil
    }
}
