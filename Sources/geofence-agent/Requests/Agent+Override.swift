import GeofenceCore

/// Where a person says a device is, until that is cleared; nil is left to the device.
struct Override: Hashable {
    var fix: Fix?
    var wifi: WiFiReport?

    /// This one, and what an older one has set beside it.
    func added(to old: Override?) -> Override {
        Override(fix: fix ?? old?.fix, wifi: wifi ?? old?.wifi)
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
        let known = newlyKnown(of: new, id, device)
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
            override: new?.added(to: overrides[id])
        )
        perform(.override(change))
        effects.accepted.append(device)
        effects.isManual = true
        followUp(at: now)
    }

    /// What an override makes known: itself or, where one ends that has set a network, the device's own.
    private mutating func newlyKnown(of new: Override?, _ id: Identifier, _ device: Int) -> Override? {
        let hadNetwork = overrides[id]?.wifi != nil
        guard let new else {
            let own = intake.ownNetworks.removeValue(forKey: id)
            return hadNetwork ? Override(wifi: own ?? .disconnected) : nil
        }
        if !hadNetwork, new.wifi != nil {
            intake.ownNetworks[id] = tracker.engine.report(device: device).wifi
        }
        return new
    }

    /// Takes the position or network out of what a device reports, where that is set by hand; says whether
    /// anything is left.
    mutating func leaveOutOverridden(_ observation: inout Observation, _ device: Int) -> Bool {
        guard !tracker.overrides.isEmpty else { return true }
        let id = tracker.engine.deviceID(device)
        guard let override = tracker.overrides[id] else { return true }
        if override.fix != nil { observation.fix = nil }
        if override.wifi != nil {
            if let own = observation.wifi { intake.ownNetworks[id] = own }
            observation.wifi = nil
        }
        return observation.fix != nil || observation.wifi != nil
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
    /// As an observation, whose bytes hold both parts.
    func write(to writer: inout ByteWriter) {
        Observation(time: .init(milliseconds: 0), arrival: .init(milliseconds: 0), fix: fix, wifi: wifi)
            .write(to: &writer)
    }

    init(from reader: inout ByteReader) throws(DamagedBytes) {
        let observation = try Observation(from: &reader)
        (fix, wifi) = (observation.fix, observation.wifi)
    }
}
