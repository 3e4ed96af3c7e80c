import GeofenceCore

extension Agent {
    /// Purges some of the visits that are too old, where there is room to publish what changes by it.
    mutating func purgePlaces(at now: Timestamp) {
        guard let keepFor = tracker.engine.placeRules?.keepFor else { return }
        visitPurge.begin(at: now, tracker)
        guard mayPurge, let purge = visitPurge.next(at: now, keepFor: keepFor, tracker) else { return }
        perform(purge)
        deliver(at: now)
    }

    /// Whether there may be old visits to purge, and room to publish what changes by it.
    var mayPurge: Bool { visitPurge.hasWork && !port.outbox.isFull }

    /// Learns the zones of the next device whose past is waiting; after the last the store has no more word
    /// of them.
    mutating func learnPast(at now: Timestamp) {
        guard mayLearnPast else { return }
        do throws(PastUnread) {
            if let past = try pastVisits.next(past) {
                perform(past)
                deliver(at: now)
            }
        } catch {
            port.remark(error.description, of: error.device, isNotable: true)
        }
        if pastVisits.pending.isEmpty { pending.isWanted = true }
    }

    /// Whether there are visits of the past to learn from, and room to publish what changes by it.
    var mayLearnPast: Bool {
        !pastVisits.pending.isEmpty && tracker.engine.placeRules?.zones != nil && !port.outbox.isFull
    }
}

extension Agent {
    /// Has the engine find visits and zones as the configuration says; a checkpoint has to follow.
    mutating func usePlaceRules(at now: Timestamp) {
        let before = tracker.engine.deviceNumbers.filter { tracker.engine.hasZones(device: $0) }
        tracker.configure(places: port.settings.places.rules, &effects)
        // Of those that had no zones and have none there is nothing to publish.
        let had = Set(before)
        let zones = effects.zones.filter { had.contains($0) || tracker.engine.hasZones(device: $0) }
        effects.zones = zones + before.filter { !tracker.engine.hasZones(device: $0) }
        reviewLearned()
    }

    /// The rules that the engine has, for the store.
    var placeRuleBytes: [UInt8] {
        var writer = ByteWriter()
        writer.optional(tracker.engine.placeRules) { $1.write(to: &$0) }
        return writer.bytes
    }

    /// The rules that a store's journal was written under; none where it is older than they are.
    static func storedPlaceRules(_ bytes: [UInt8]?) throws(DamagedBytes) -> PlaceRules? {
        guard let bytes else { return nil }
        var reader = ByteReader(bytes)
        return try reader.optional { reader throws(DamagedBytes) in try PlaceRules(from: &reader) }
    }
}
