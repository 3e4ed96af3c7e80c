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
        _ = advance(to: time, device, fences, &effects)

        let firstEvent = effects.events.count
        scratch.touched.removeAll(keepingCapacity: true)
        let newFix = fix.flatMap { take($0, fences, &scratch, &outcome) }
        if let wifi { take(wifi, fences, &scratch) }
        note(fix, isPosition: newFix != nil, wifi, time, scratch, &outcome)
        if outcome.accepted || !scratch.touched.isEmpty {
            lag = max(0, observation.arrival.millisecondsSince(time))
        }
        decideTouched(fences, device, time, scratch, &effects)
        effects.sortEvents(from: firstEvent)
        return outcome
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

    /// Keeps what was used as the newest of its kind.
    private mutating func note(
        _ fix: Fix?,
        isPosition: Bool,
        _ wifi: WiFiReport?,
        _ time: Timestamp,
        _ scratch: Scratch,
        _ outcome: inout Outcome
    ) {
        if let fix {
            if isPosition { self.fix = Stamped(time: time, value: fix) }
            if isPosition || !scratch.touched.isEmpty { fixOrder.note(time, fix.coordinate) }
        }
        if let wifi {
            self.wifi = Stamped(time: time, value: wifi)
            wifiOrder.note(time, wifi)
        }
        outcome.accepted = isPosition || wifi != nil
    }

    private mutating func decideTouched(
        _ fences: FenceTable,
        _ device: Int,
        _ time: Timestamp,
        _ scratch: Scratch,
        _ effects: inout Effects
    ) {
        for touched in scratch.touched {
            let (index, found) = position(of: touched.slot)
            guard found, let entry = fences[touched.slot] else { continue }
            let changed = pairs[index].via.symmetricDifference(touched.before)
            let cause: Cause = changed == .wifi ? .wifi : .position
            decide(
                index,
                entry,
                Step(device: device, time: time, cause: cause),
                &effects,
                before: touched.before
            )
        }
    }

    /// Makes sure that there is a record of a fence and that it will be decided; gives its index.
    mutating func touch(_ slot: Int32, _ entry: FenceEntry, _ scratch: inout Scratch) -> Int {
        let (index, found) = position(of: slot)
        if !found {
            let status = impliedStatus(entry)
            var pair = PairState(fence: slot, status: status, since: .distantPast)
            pair.sequence = retired.removeValue(forKey: entry.fence.id) ?? 0
            pairs.insert(pair, at: index)
        }
        if !scratch.touched.contains(where: { $0.slot == slot }) {
            scratch.touched.append(.init(slot: slot, before: pairs[index].via))
        }
        return index
    }
}
