import GeofenceCore

extension Agent {
    /// Tells the zones of devices as they are now, and makes fences of those that are home or work.
    ///
    /// In the order of the devices' ids.
    mutating func zonesChanged(_ devices: Set<Int>, at now: Timestamp) {
        let zones = devices.map { (engine.deviceID($0), engine.zones(device: $0)) }.sorted { $0.0 < $1.0 }
        for (device, zones) in zones { enqueue(zones, of: device, at: now) }
        learnFences(zones, at: now)
    }

    private mutating func enqueue(_ zones: [Zone], of device: Identifier, at now: Timestamp) {
        guard !zones.isEmpty else { return clear(setup.topics.zones(device), at: now) }
        outbox.add(
            topic: setup.topics.zones(device),
            payload: Reports.zones(zones, holding: setup.places.quantile),
            isRetained: true,
            time: now.milliseconds
        )
    }

    /// Unlearns visits that are too old, of devices that are not heard of any more too; once a day, and after a start.
    ///
    /// Part by part, of `count` devices at a time that have any such visit, so that others are heard meanwhile.
    mutating func purgePlaces(at now: Timestamp, atMost count: Int) {
        guard let keepFor = engine.placeRules?.keepFor else { return }
        let day = now.milliseconds / 86_400_000
        if day != purgedDay { (purgedDay, unpurged) = (day, engine.deviceLimit) }
        guard mayPurge else { return }
        let oldest = now.advanced(byMilliseconds: -Seconds.milliseconds(keepFor))
        var due: [Identifier] = []
        while unpurged > 0, due.count < count {
            unpurged -= 1
            if engine.hasOldVisits(device: unpurged, before: oldest) { due.append(engine.deviceID(unpurged)) }
        }
        guard !due.isEmpty else { return }
        perform(.purge(before: oldest, of: due))
        deliver(at: now)
    }

    /// Whether there may be old visits to unlearn, and room to tell of it.
    var mayPurge: Bool { unpurged > 0 && !outbox.isFull }

}

extension Agent {
    /// Has the engine find visits and zones as the configuration says; a checkpoint has to follow.
    mutating func usePlaceRules(at now: Timestamp) {
        let before = Array(engine.deviceNumbers).filter { engine.hasZones(device: $0) }
        tracker.configure(places: setup.places.rules, &effects)
        for device in before where !engine.hasZones(device: device) {
            clear(setup.topics.zones(engine.deviceID(device)), at: now)
        }
        // Of those that had no zones and have none there is nothing to tell.
        let zones = effects.zones.filter { engine.hasZones(device: $0) }
        effects.zones = zones
        reviewLearned()
    }

    /// The rules that the engine has, for the store.
    var placeRuleBytes: [UInt8] {
        var writer = ByteWriter()
        writer.optional(engine.placeRules) { $1.write(to: &$0) }
        return writer.bytes
    }

    /// The rules that a store's journal was written under; none where it is older than they are.
    static func storedPlaceRules(_ bytes: [UInt8]?) throws(DamagedBytes) -> PlaceRules? {
        guard let bytes else { return nil }
        var reader = ByteReader(bytes)
        return try reader.optional { reader throws(DamagedBytes) in try PlaceRules(from: &reader) }
    }
}
