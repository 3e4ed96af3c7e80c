import GeofenceCore

extension Agent {
    /// Puts what the engine has brought about into the outbox: statuses, events, then who is where.
    ///
    /// - Returns: the devices whose topic was told with it.
    @discardableResult
    mutating func deliver(at now: Timestamp) -> Set<Int> {
        noteDecisions()
        keepHistory()
        guard !effects.isEmpty || !effects.released.isEmpty else { return [] }
        for pair in effects.statuses where engine.isReported(pair) { enqueueStatus(pair, at: now) }
        for event in effects.events { enqueue(event, at: now) }
        enqueueVisits(at: now)
        for gone in effects.cleared { clear(setup.topics.status(gone.device, gone.fence), at: now) }
        for group in Set(effects.groups).sorted(by: { ($0.group, $0.device) < ($1.group, $1.device) }) {
            enqueueGroup(group, at: now)
        }
        for gone in effects.clearedGroups { clear(setup.topics.group(gone.group, gone.device), at: now) }
        var told = enqueueOccupancy(at: now)
        for fence in effects.goneFences where engine.slot(of: fence) == nil {
            clear(setup.topics.fence(fence), at: now)
        }
        enqueuePlaces(at: now)
        for released in effects.released { take(released, &told, at: now) }
        let zones = effects.zones
        effects.removeAll()
        if !zones.isEmpty { zonesChanged(Set(zones), at: now) }
        return told
    }

    /// Counts what became of an observation that was held back, and tells where its device is.
    private mutating func take(_ released: Effects.Released, _ told: inout Set<Int>, at now: Timestamp) {
        counters.note(released.outcome)
        guard released.outcome.accepted, !told.contains(released.device),
            throttle.mayPublish(released.device, at: now)
        else { return }
        enqueueDevice(released.device, at: now)
        told.insert(released.device)
    }

    private mutating func enqueueStatus(_ pair: Effects.Pair, at now: Timestamp) {
        guard let fence = engine.fence(pair.fence)?.id,
            let report = engine.status(device: pair.device, fence: pair.fence)
        else { return }
        let device = engine.deviceID(pair.device)
        noteStatus(device, fence)
        outbox.add(
            topic: setup.topics.status(device, fence),
            payload: Reports.status(report, device, fence),
            isRetained: true,
            time: now.milliseconds
        )
    }

    private mutating func enqueue(_ event: Event, at now: Timestamp) {
        counters.events += 1
        outbox.add(
            topic: setup.topics.event(event.device, event.fence),
            payload: Reports.event(event),
            isRetained: false,
            time: now.milliseconds
        )
        enqueueTransition(event, at: now)
    }

    private mutating func enqueueGroup(_ pair: Effects.Grouping, at now: Timestamp) {
        guard engine.isReported(pair), let report = engine.report(device: pair.device, group: pair.group)
        else {
            return
        }
        let device = engine.deviceID(pair.device)
        noteGroup(device, pair.group)
        outbox.add(
            topic: setup.topics.group(pair.group, device),
            payload: Reports.group(report, device, pair.group),
            isRetained: true,
            time: now.milliseconds
        )
    }

    private mutating func enqueueOccupancy(at now: Timestamp) -> Set<Int> {
        var devices: Set<Int> = []
        var fences: Set<Int32> = []
        for change in effects.occupancy {
            devices.insert(change.device)
            fences.insert(change.fence)
        }
        for event in effects.events where !event.isLate {
            if let device = engine.device(event.device) { devices.insert(device) }
        }
        for device in devices.sorted() { enqueueDevice(device, at: now) }
        for fence in fences.sorted() { enqueueFence(fence, at: now) }
        guard engine.reportsAll else { return devices }
        for fence in effects.newFences { enqueueFence(fence, at: now) }
        return devices
    }

    /// Puts a device's topic into the outbox.
    mutating func enqueueDevice(_ device: Int, at now: Timestamp) {
        throttle.didPublish(device, at: now)
        noteDevice(device)
        outbox.add(
            topic: setup.topics.device(engine.deviceID(device)),
            payload: Reports.device(engine.report(device: device)),
            isRetained: true,
            time: now.milliseconds
        )
    }

    private mutating func enqueueFence(_ slot: Int32, at now: Timestamp) {
        if let fence = engine.fence(slot)?.id { enqueueFence(fence, at: now) }
    }

    /// Puts a fence's topic into the outbox.
    mutating func enqueueFence(_ fence: Identifier, at now: Timestamp) {
        guard let slot = engine.slot(of: fence) else { return }
        noteFence(fence)
        outbox.add(
            topic: setup.topics.fence(fence),
            payload: Reports.occupants(engine.occupants(of: slot), limit: setup.occupantsLimit),
            isRetained: true,
            time: now.milliseconds
        )
    }

    /// Takes a retained topic off the broker.
    mutating func clear(_ topic: String, at now: Timestamp) {
        outbox.add(topic: topic, payload: [], isRetained: true, time: now.milliseconds)
    }

    /// Tells the devices whose turn has come since they were last told.
    mutating func enqueueWaitingDevices(at now: Timestamp) {
        while let device = throttle.nextDue(at: now) { enqueueDevice(device, at: now) }
    }
}
