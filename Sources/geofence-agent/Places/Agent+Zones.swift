import GeofenceCore

extension Agent {
    /// Purges visits that are too old, of devices that report no more too; once a day, and after a start.
    ///
    /// Part by part, of a few devices at a time that have any such visit, so that others are read meanwhile.
    mutating func purgePlaces(at now: Timestamp) {
        guard let keepFor = engine.placeRules?.keepFor else { return }
        let day = now.milliseconds / 86_400_000
        if day != placeWork.purgedDay {
            (placeWork.purgedDay, placeWork.unpurged) = (day, engine.deviceLimit)
        }
        guard mayPurge else { return }
        let oldest = now.advanced(byMilliseconds: -Seconds.milliseconds(keepFor))
        var due: [Identifier] = []
        while placeWork.unpurged > 0, due.count < placeWork.purgesPerTurn {
            placeWork.unpurged -= 1
            let device = placeWork.unpurged
            if engine.hasOldVisits(device: device, before: oldest) { due.append(engine.deviceID(device)) }
        }
        guard !due.isEmpty else { return }
        perform(.purge(before: oldest, of: due))
        deliver(at: now)
    }

    /// Whether there may be old visits to unlearn, and room to tell of it.
    var mayPurge: Bool { placeWork.unpurged > 0 && !port.outbox.isFull }
}

extension Agent {
    /// Has the engine find visits and zones as the configuration says; a checkpoint has to follow.
    mutating func usePlaceRules(at now: Timestamp) {
        let before = engine.deviceNumbers.filter { engine.hasZones(device: $0) }
        tracker.configure(places: port.settings.places.rules, &effects)
        // Of those that had no zones and have none there is nothing to publish.
        let had = Set(before)
        let zones = effects.zones.filter { had.contains($0) || engine.hasZones(device: $0) }
        effects.zones = zones + before.filter { !engine.hasZones(device: $0) }
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
