import GeofenceCore

/// Where a person says a device is, until that is cleared; nil is left to the device.
struct Override: Hashable {
    var fix: Fix?
    var wifi: WiFiReport?
    /// Where a network is set: the one that the device itself has said last, to which it comes back.
    var own: WiFiReport?

    /// This one, and what an older one has set beside it; `current` is the device's network.
    func added(to old: Override?, _ current: WiFiReport?) -> Override {
        let own = old?.wifi != nil ? old?.own : wifi != nil ? current : nil
        return Override(fix: fix ?? old?.fix, wifi: wifi ?? old?.wifi, own: own)
    }
}

extension Agent {
    /// Sets a device's position or network by hand, or leaves both to the device again; one not known is made
    /// known.
    ///
    /// What is set is added to what was: a position does not end the override of a network. An input like any
    /// other: it is journalled. A network that was set by hand ends with the override, since a device that
    /// reports none would be on it for ever; a position stays until the device reports another.
    mutating func setOverride(_ new: Override?, of id: Identifier, at now: Timestamp) {
        let device = admit(id)
        // A device whose override ends is on its own network again.
        let known =
            new ?? overrides[id].flatMap { $0.wifi == nil ? nil : Override(wifi: $0.own ?? .disconnected) }
        let time = tracker.engine.moment(
            ofDevice: device,
            hasFix: known?.fix != nil,
            hasWiFi: known?.wifi != nil,
            arrival: now
        )
        let change = OverrideChange(
            device: id,
            time: time,
            arrival: now,
            known: known,
            override: new?.added(to: overrides[id], tracker.engine.newestNetwork(ofDevice: device))
        )
        perform(.override(change))
        effects.accepted.append(device)
        effects.isManual = true
        followUp(at: now)
    }

    /// Takes the position or network out of what a device reports, where that is set by hand; says whether
    /// anything is left.
    ///
    /// Its network is kept for the time after.
    mutating func leaveOutOverridden(_ observation: inout Observation, _ device: Int) -> Bool {
        guard !tracker.overrides.isEmpty else { return true }
        let id = tracker.engine.deviceID(device)
        guard let override = tracker.overrides[id] else { return true }
        if override.fix != nil { observation.fix = nil }
        if override.wifi != nil {
            if let own = observation.wifi, own != override.own {
                keep(own, besides: override, of: id, observation)
            }
            observation.wifi = nil
        }
        return observation.fix != nil || observation.wifi != nil
    }

    private mutating func keep(
        _ own: WiFiReport,
        besides override: Override,
        of id: Identifier,
        _ observation: Observation
    ) {
        var changed = override
        changed.own = own
        let (time, arrival) = (observation.time, observation.arrival)
        perform(
            .override(OverrideChange(device: id, time: time, arrival: arrival, known: nil, override: changed))
        )
    }
}

/// An override that is set or cleared.
struct OverrideChange {
    var device: Identifier
    /// Of the observation that the known make.
    var time: Timestamp
    var arrival: Timestamp
    /// What is new of it, or where the device is without it; nil where it ends and nothing is known of that.
    var known: Override?
    /// What it is from now on.
    var override: Override?

    /// What the engine is to observe; nil where nothing is new.
    var observation: Observation? {
        known.map { known in
            Observation(time: time, arrival: arrival, fix: known.fix, wifi: known.wifi, isManual: true)
        }
    }

    func write(to writer: inout ByteWriter) {
        writer.text(device.description)
        writer.timestamp(time)
        writer.timestamp(arrival)
        writer.optional(known) { $1.write(to: &$0) }
        writer.optional(override) { $1.write(to: &$0) }
    }
}

extension OverrideChange {
    init(from reader: inout ByteReader) throws(DamagedBytes) {
        device = try reader.identifier()
        time = try reader.timestamp()
        arrival = try reader.timestamp()
        known = try reader.optional { reader throws(DamagedBytes) in try Override(from: &reader) }
        override = try reader.optional { reader throws(DamagedBytes) in try Override(from: &reader) }
    }
}

extension Override {
    /// As an observation, whose bytes hold both parts; a manual one, behind which the device's own network
    /// stands as another, where that is known.
    func write(to writer: inout ByteWriter) {
        let time = Timestamp(milliseconds: 0)
        Observation(time: time, arrival: time, fix: fix, wifi: wifi, isManual: own != nil).write(to: &writer)
        if let own { Observation(time: time, arrival: time, wifi: own).write(to: &writer) }
    }

    init(from reader: inout ByteReader) throws(DamagedBytes) {
        let observation = try Observation(from: &reader)
        (fix, wifi) = (observation.fix, observation.wifi)
        if observation.isManual { own = try Observation(from: &reader).wifi }
    }
}
