import GeofenceCore

/// Where a person says a device is, until that is cleared; nil is left to the device.
struct Override: Hashable {
    var fix: Fix?
    var wifi: WiFiReport?
}

extension Agent {
    /// Sets a device's position or network by hand, or leaves both to the device again; one not heard of is made known.
    ///
    /// What is set is added to what was: a position does not end the override of a network. An input like any other: it is journalled.
    mutating func setOverride(_ new: Override?, of id: Identifier, at now: Timestamp) {
        let device = engine.admit(id)
        var override = new
        if var joined = overrides[id], let new {
            joined.fix = new.fix ?? joined.fix
            joined.wifi = new.wifi ?? joined.wifi
            override = joined
        }
        let time = engine.moment(
            ofDevice: device,
            hasFix: new?.fix != nil,
            hasWiFi: new?.wifi != nil,
            arrival: now
        )
        let change = OverrideChange(device: id, time: time, arrival: now, news: new, override: override)
        journal.byte(JournalEntry.override.rawValue)
        change.write(to: &journal)
        apply(change)
        surround(device, at: now)
        deliver(at: now)
        tellDevice(device, at: now)
        tellNearby(device, at: now)
    }

    /// Changes an override, now or when the journal is gone through.
    mutating func apply(_ change: OverrideChange) {
        let device = engine.admit(change.device)
        overrides[change.device] = change.override
        if let news = change.news {
            let observation = Observation(
                time: change.time,
                arrival: change.arrival,
                fix: news.fix,
                wifi: news.wifi,
                isManual: true
            )
            _ = engine.observe(observation, device: device, &effects)
        }
        changed.insert(device)
        noteChanges()
        journalled += 1
    }

    /// What is left of a message of a device whose position or network is set by hand; nil where nothing is.
    func withoutOverridden(_ observation: Observation, _ device: Int) -> Observation? {
        guard !overrides.isEmpty, let override = overrides[engine.deviceID(device)] else {
            return observation
        }
        var rest = observation
        if override.fix != nil { rest.fix = nil }
        if override.wifi != nil { rest.wifi = nil }
        return rest.fix == nil && rest.wifi == nil ? nil : rest
    }
}

/// An override that is set or cleared.
struct OverrideChange {
    var device: Identifier
    /// Of the observation that the news make.
    var time: Timestamp
    var arrival: Timestamp
    /// What is new of it; nil where it ends.
    var news: Override?
    /// What it is from now on.
    var override: Override?

    func write(to writer: inout ByteWriter) {
        writer.text(device.description)
        writer.timestamp(time)
        writer.timestamp(arrival)
        writer.optional(news) { $1.write(to: &$0) }
        writer.optional(override) { $1.write(to: &$0) }
    }
}

extension OverrideChange {
    init(from reader: inout ByteReader) throws(DamagedBytes) {
        device = try reader.identifier()
        time = try reader.timestamp()
        arrival = try reader.timestamp()
        news = try reader.optional { reader throws(DamagedBytes) in try Override(from: &reader) }
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
