import GeofenceCore

/// What an agent needs to go on with a device of another, as if it had always been its own.
struct DeviceParcel {
    /// Its state, as the engine writes it.
    var state: [UInt8] = []
    /// The fences that are there because they are assigned to it.
    var assigned: [Fence] = []
    /// What people have stopped or started of it.
    var monitoring: [MonitoringChange] = []
    /// What else is known of it, to be applied once it is there.
    var inputs: [Input] = []
}

// MARK: - From one agent to another

extension Agent {
    /// What another agent needs to go on with a device.
    func parcel(of device: Int) -> DeviceParcel {
        let id = tracker.engine.deviceID(device)
        var writer = ByteWriter()
        tracker.engine.write(device: device, to: &writer)
        var parcel = DeviceParcel(state: writer.bytes)
        parcel.assigned = tracker.engine.assignments(ofDevice: device)
        parcel.monitoring = tracker.monitoring.changes(of: id)
        parcel.inputs = tracker.details.details(of: device, id).map { .detail($0, of: id) }
        if let override = tracker.overrides[id] {
            let past = Timestamp(milliseconds: 0)
            let change = OverrideChange(device: id, time: past, arrival: past, known: nil, override: override)
            parcel.inputs.append(.override(change))
        }
        for label in ZoneFence.labels {
            parcel.inputs += tracker.zoneFences.of(id, label).map { .zoneFence($0.id, $0.fence) }
        }
        for (key, report) in intake.streamed.all where key.device == id {
            parcel.inputs.append(.partialReport(report, key, mark: nil))
        }
        parcel.inputs += outputs.notes(of: id).map { .output($0.name, $0.note) }
        return parcel
    }

    /// What agents of all shards have alike, and this one lacks: fences that were set at run time, unless
    /// they are for other devices alone, and what is stopped for all.
    ///
    /// `isOwn` says which devices it has.
    func lacking(of other: borrowing Agent, _ isOwn: (Identifier) -> Bool) -> [Input] {
        let lacking = other.tracker.runtimeFences.values.filter { fence in
            tracker.runtimeFences[fence.id] == nil && fence.deviceNames?.contains(where: isOwn) ?? true
        }
        let now = Timestamp(milliseconds: 0)
        let set = lacking.sorted { $0.id < $1.id }.map { (fence: $0, isOwn: true) }
        var inputs: [Input] = set.isEmpty ? [] : [.fences(FenceChange(time: now, set: set, removed: []))]
        let wanted = other.tracker.monitoring
        if let time = wanted.allStopped, tracker.monitoring == Monitoring() {
            inputs.append(.monitoring(MonitoringChange(isOn: false, time: time)))
        }
        for (fence, change) in wanted.fences.sorted(by: { $0.key < $1.key })
        where tracker.monitoring.fences[fence] == nil {
            let change = MonitoringChange(fence: fence, isOn: change.isOn, time: change.since)
            inputs.append(.monitoring(change))
        }
        return inputs
    }

    /// Applies what comes from another agent; nothing is published of it.
    mutating func accept(_ inputs: [Input]) throws(DamagedBytes) {
        for input in inputs {
            _ = tracker.apply(input, &effects)
            try remember(input)
            effects.removeAll()
        }
    }

    /// Takes over a device of another agent; nothing is published of it.
    mutating func adopt(_ parcel: DeviceParcel) throws(DamagedBytes) {
        try tracker.adopt(parcel)
        try accept(parcel.inputs)
    }

    /// Leaves a device to another agent: it is forgotten here, and what is published of it stays.
    mutating func release(_ device: Int, at now: Timestamp) {
        let newest = port.outbox.newestNumber
        forget(device, at: now)
        for row in port.outbox.rows(behind: newest) { port.outbox.withdraw(row.number) }
    }
}
