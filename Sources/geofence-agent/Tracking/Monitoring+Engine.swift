import GeofenceCore

/// What people want monitored, brought to the engine.
extension Monitoring {
    /// Stops or starts monitoring, without an event.
    ///
    /// - Returns: the devices that are stopped or started, and whether fences are.
    mutating func apply(
        _ change: MonitoringChange,
        to engine: inout Engine,
        _ effects: inout Effects
    ) -> (devices: [Int], hasOtherFences: Bool) {
        switch (change.device, change.fence) {
        case (let device?, let fence?):
            note(change)
            if let slot = engine.slot(of: fence) {
                apply(change, engine.admit(device), slot, to: &engine, &effects)
            }
            return ([], false)
        case (let device?, nil):
            note(change)
            let changed = follow(engine.admit(device), in: &engine, at: change.time, &effects)
            return (changed, false)
        case (nil, let fence?):
            note(change)
            return ([], setInForce([fence], in: &engine, at: change.time, &effects))
        case (nil, nil): return applyToAll(change, to: &engine, &effects)
        }
    }

    private func apply(
        _ change: MonitoringChange,
        _ device: Int,
        _ slot: Int32,
        to engine: inout Engine,
        _ effects: inout Effects
    ) {
        if change.isOn {
            engine.startMonitoring(device: device, fence: slot, at: change.time, &effects)
        } else {
            engine.stopMonitoring(device: device, fence: slot, at: change.time, &effects)
        }
    }

    private mutating func applyToAll(
        _ change: MonitoringChange,
        to engine: inout Engine,
        _ effects: inout Effects
    ) -> (devices: [Int], hasOtherFences: Bool) {
        let pairs = change.isOn ? slots(in: engine) : []
        note(change)
        for (device, slot) in pairs { apply(change, device, slot, to: &engine, &effects) }
        var changed: [Int] = []
        for device in engine.deviceNumbers {
            changed += follow(device, in: &engine, at: change.time, &effects)
        }
        guard change.isOn else { return (changed, false) }
        let fences = engine.unmonitoredFences
        for fence in fences {
            note(MonitoringChange(device: nil, fence: fence, isOn: true, time: change.time))
        }
        return (changed, setInForce(fences, in: &engine, at: change.time, &effects))
    }

    /// Has a device monitored, or not, as people want it; gives it where that is new.
    private func follow(
        _ device: Int,
        in engine: inout Engine,
        at time: Timestamp,
        _ effects: inout Effects
    ) -> [Int] {
        let isMonitored = stopped(engine.deviceID(device)) == nil
        guard engine.isMonitored(device: device) != isMonitored else { return [] }
        if isMonitored {
            engine.startMonitoring(device: device, at: time, &effects)
        } else {
            engine.stopMonitoring(device: device, at: time, &effects)
        }
        return [device]
    }

    /// Has fences monitored, or not, as people want them; says whether that is new for any.
    private func setInForce(
        _ ids: [Identifier],
        in engine: inout Engine,
        at time: Timestamp,
        _ effects: inout Effects
    ) -> Bool {
        var changed: [Fence] = []
        for id in ids {
            guard let fence = engine.fence(id), inForce(fence) != fence else { continue }
            changed.append(inForce(fence))
        }
        guard !changed.isEmpty else { return false }
        engine.changeFences(setting: changed, removing: [], at: time, &effects)
        return true
    }

    /// A device has just been made known: nothing has been heard of it.
    func review(new device: Int, in engine: inout Engine) {
        guard stopped(engine.deviceID(device)) != nil else { return }
        engine.restoreMonitoring(device: device, isMonitored: false, fences: [])
    }

    /// Fences have come or changed: those that are stopped for a device are so still.
    func reviewPairs(in engine: inout Engine, at time: Timestamp, _ effects: inout Effects) {
        for (device, slot) in slots(in: engine) {
            engine.stopMonitoring(device: device, fence: slot, at: time, &effects)
        }
    }

    /// A device has been given fences of its own: those that are stopped for it are so still.
    func review(
        _ fences: [Fence],
        of device: Int,
        in engine: inout Engine,
        at time: Timestamp,
        _ effects: inout Effects
    ) {
        guard !pairs.isEmpty else { return }
        let id = engine.deviceID(device)
        for fence in fences where pairs[Pair(device: id, fence: fence.id)] != nil {
            guard let slot = engine.slot(of: fence.id) else { continue }
            engine.stopMonitoring(device: device, fence: slot, at: time, &effects)
        }
    }

    /// A store has been read: what was stopped before needs no word.
    func restore(_ engine: inout Engine) {
        guard stopsDevices else { return }
        var stopped: [Int: [Int32]] = [:]
        for (device, slot) in slots(in: engine) { stopped[device, default: []].append(slot) }
        for device in engine.deviceNumbers {
            let isMonitored = self.stopped(engine.deviceID(device)) == nil
            engine.restoreMonitoring(
                device: device,
                isMonitored: isMonitored,
                fences: stopped[device] ?? []
            )
        }
    }

    /// A device has come with what it was: what was stopped before needs no word.
    func restore(_ device: Int, in engine: inout Engine) {
        guard stopsDevices else { return }
        let id = engine.deviceID(device)
        let fences = pairs.keys.filter { $0.device == id }.compactMap { engine.slot(of: $0.fence) }
        engine.restoreMonitoring(device: device, isMonitored: stopped(id) == nil, fences: fences.sorted())
    }

    /// The pairs that are stopped by themselves, as far as device and fence are there, in the order of their
    /// ids.
    private func slots(in engine: borrowing Engine) -> [(device: Int, slot: Int32)] {
        var slots: [(device: Int, slot: Int32)] = []
        for pair in pairs.keys.sorted() {
            guard let device = engine.device(pair.device), let slot = engine.slot(of: pair.fence) else {
                continue
            }
            slots.append((device, slot))
        }
        return slots
    }
}
