extension DeviceState {
    /// Takes one observation: the device's timers first, then both parts together, then all decisions in order.
    mutating func observe(
        _ observation: Observation,
        _ device: Int,
        _ fences: FenceTable,
        _ scratch: inout Scratch,
        _ effects: inout Effects
    ) -> Outcome {
        var outcome = Outcome()
        let time = observation.time
        let fix = observation.fix.flatMap { isFresh(time, $0.coordinate, fixOrder, &outcome) ? $0 : nil }
        let wifi = observation.wifi.flatMap { isFresh(time, $0, wifiOrder, &outcome) ? $0 : nil }
        guard fix != nil || wifi != nil else { return outcome }
        if let nextTimer, nextTimer <= time { _ = advance(to: time, device, fences, &effects) }

        let firstEvent = effects.events.count
        scratch.touched.removeAll(keepingCapacity: true)
        let use = fix.map { take($0, fences, &scratch) }
        if let wifi { take(wifi, fences, &scratch) }
        outcome.inaccurate = use == .news || use == .nothing
        outcome.accepted = use == .position || wifi != nil
        if let fix, let use { keep(fix, use, at: time) }
        if let wifi { keep(wifi, at: time) }
        if use == .news || outcome.accepted { lag = max(0, observation.arrival.millisecondsSince(time)) }
        decideTouched(fences, device, time, fix, scratch, &effects)
        effects.sortEvents(from: firstEvent)
        return outcome
    }

    /// Keeps a fix that was of use as the newest of its kind.
    private mutating func keep(_ fix: Fix, _ use: FixUse, at time: Timestamp) {
        guard use != .nothing else { return }
        if use == .position { self.fix = Stamped(time: time, value: fix) }
        fixOrder.note(time, fix.coordinate)
        if firstFix == nil { firstFix = time }
    }

    /// Keeps a WiFi report as the newest.
    private mutating func keep(_ report: WiFiReport, at time: Timestamp) {
        wifi = Stamped(time: time, value: report)
        wifiOrder.note(time, report)
        if firstWiFi == nil { firstWiFi = time }
    }

    private func isFresh<Value: Hashable>(
        _ time: Timestamp,
        _ value: Value,
        _ order: ArrivalOrder<Value>,
        _ outcome: inout Outcome
    ) -> Bool {
        switch order.verdict(time, value) {
        case .new: return true
        case .late: outcome.late = true
        case .duplicate: outcome.duplicate = true
        }
        return false
    }

    private mutating func decideTouched(
        _ fences: FenceTable,
        _ device: Int,
        _ time: Timestamp,
        _ fix: Fix?,
        _ scratch: Scratch,
        _ effects: inout Effects
    ) {
        for touched in scratch.touched {
            let (index, found) = position(of: touched.slot)
            guard found, let entry = fences[touched.slot] else { continue }
            let changed = pairs[index].via.symmetricDifference(touched.before)
            let step =
                changed == .wifi
                ? Step(device: device, time: time, cause: .wifi)
                : Step(device: device, time: time, cause: .position, fix: fix)
            decide(index, entry, step, &effects, before: touched.before)
        }
    }

    /// Makes sure that there is a record of a fence and that it will be decided; gives its index.
    mutating func touch(_ slot: Int32, _ entry: FenceEntry, _ scratch: inout Scratch) -> Int {
        let (index, found) = position(of: slot)
        if !found { addPair(slot, entry, impliedStatus(entry)) }
        if !scratch.touched.contains(where: { $0.slot == slot }) {
            scratch.touched.append(.init(slot: slot, before: pairs[index].via))
        }
        return index
    }
}
