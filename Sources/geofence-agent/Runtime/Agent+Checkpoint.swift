import GeofenceCore

/// A device that is not as the last checkpoint has it.
struct ChangedDevice {
    var number: Int
    var id: Identifier
}

extension Agent {
    /// Names of what the store keeps besides devices, journals and rows.
    enum StoreKey {
        static let fenceRules = "fence-rules"
        static let redelivery = "redelivery"
        static let filters = "filters"
        static let overrides = "overrides"
        static let monitoring = "monitoring"
        static let details = "details"
        static let closing = "closing"
        static let purged = "purged"
        static let erasing = "erasing"
        static let places = "places"
        static let zoneFences = "learned"
        static let points = "points"
        static let past = "past"
        static let streamed = "streamed"
        static let deviceLimit = "device-limit"
        static let fenceLimit = "fence-limit"
        static let clientId = "client"
        static let silences = "silences"
        static let shares = "shares"
        static let shard = "shard"
    }

    /// Inputs after which the states are written again, at least and at most: so many are gone through at a
    /// start.
    static let inputsPerCheckpoint = 100_000...500_000
    /// Inputs for each device that has changed, between those bounds: to write its state costs as much as a
    /// few of them.
    private static let inputsPerDevice = 40

    /// Whether enough has come since the last checkpoint to make it worth writing the devices that changed.
    var wantsCheckpoint: Bool {
        let bounds = Self.inputsPerCheckpoint
        let wanted = Self.inputsPerDevice * tracker.engine.changeCount
        return port.journal.count >= min(max(wanted, bounds.lowerBound), bounds.upperBound)
    }

    /// What a checkpoint has to write: of fences, phones and announcements, which may be many, nothing that
    /// the store has.
    ///
    /// `filters` are the subscriptions that the broker may hold for us.
    func checkpoint(filters: [String]) -> Checkpoint {
        var checkpoint = Checkpoint()
        write(changedDevices[...], to: &checkpoint)
        writeRest(to: &checkpoint, filters: filters)
        return checkpoint
    }

    /// The devices that have changed since the last one, in the order of the store, so that each of its pages
    /// is written once.
    var changedDevices: [ChangedDevice] {
        tracker.engine.changedDevices.map { ChangedDevice(number: $0, id: tracker.engine.deviceID($0)) }
            .sorted { $0.id < $1.id }
    }

    /// Puts the states of some of them into bytes.
    func write(_ devices: ArraySlice<ChangedDevice>, to checkpoint: inout Checkpoint) {
        for device in devices {
            checkpoint.devices.append(device.id) { tracker.engine.write(device: device.number, to: &$0) }
        }
    }

    /// Adds all that stands beside them.
    func writeRest(to checkpoint: inout Checkpoint, filters: [String]) {
        writeChangedFences(to: &checkpoint)
        checkpoint.runtimeFences = tracker.changedRuntimeFences
        checkpoint.setup += [
            (StoreKey.filters, Self.bytes(of: filters)), (StoreKey.points, Array(poiFences.fingerprint.utf8)),
            (StoreKey.deviceLimit, Self.bytes(of: tracker.engine.deviceLimit)),
            (StoreKey.fenceLimit, Self.bytes(of: tracker.engine.fenceLimit)),
        ]
        if tracker.engine.hasChangedFenceRules {
            checkpoint.setup.append((StoreKey.fenceRules, fenceRuleBytes))
        }
        if tracker.hasUnsavedFences { checkpoint.setup.append((StoreKey.places, placeRuleBytes)) }
        // What the store has may name more devices, which learn nothing new then.
        if tracker.hasUnsavedFences || pastVisits.pending.isEmpty || !pending.forgotten.isEmpty {
            let waiting = pastVisits.pending.map(\.description)
            checkpoint.setup.append((StoreKey.past, Self.bytes(of: waiting)))
        }
        if intake.streamed.isNew { checkpoint.setup.append((StoreKey.streamed, intake.streamed.bytes)) }
        if intake.silences.isNew { checkpoint.setup.append((StoreKey.silences, intake.silences.bytes)) }
        if intake.shares.isNew { checkpoint.setup.append((StoreKey.shares, intake.shares.bytes)) }
        checkpoint.setup += tracker.checkpoint + outputs.checkpoint
        checkpoint.forgotten = pending.forgotten
        if !pending.forgotten.isEmpty {
            var writer = ByteWriter()
            writer.integer(port.outbox.newestNumber)
            checkpoint.setup.append((StoreKey.erasing, writer.bytes))
        }
    }

    /// The checkpoint is in the store.
    mutating func didCheckpoint() {
        tracker.didCheckpoint()
        port.journal.didCheckpoint()
        outputs.didCheckpoint()
        pending.forgotten = []
        pending.hasFences = true
        (pending.isDue, pending.isWanted) = (false, false)
        intake.streamed.isNew = false
        intake.silences.didCheckpoint()
        intake.shares.didCheckpoint()
    }

    /// Adds the fences that the store has not, in its order.
    private func writeChangedFences(to checkpoint: inout Checkpoint) {
        for slot in tracker.engine.changedFences.sorted() {
            if tracker.engine.fence(slot) == nil {
                checkpoint.emptySlots.append(slot)
            } else {
                checkpoint.fences.append(slot) { _ = tracker.engine.write(fence: slot, to: &$0) }
            }
        }
    }

    private var fenceRuleBytes: [UInt8] {
        var writer = ByteWriter()
        tracker.engine.writeFenceRules(to: &writer)
        return writer.bytes
    }

    private static func bytes(of limit: Int) -> [UInt8] {
        var writer = ByteWriter()
        writer.count(UInt64(limit))
        return writer.bytes
    }

    /// A list of texts for the store.
    static func bytes(of texts: [String]) -> [UInt8] {
        var writer = ByteWriter()
        writer.list(texts) { $0.text($1) }
        return writer.bytes
    }

    /// Reads a list of texts that a checkpoint wrote; none where there is nothing.
    static func texts(in bytes: [UInt8]?) -> [String] {
        guard let bytes else { return [] }
        var reader = ByteReader(bytes)
        return (try? reader.list { reader throws(DamagedBytes) in try reader.text() }) ?? []
    }
}

extension Redelivery {
    /// For the store.
    var bytes: [UInt8] {
        var writer = ByteWriter()
        writer.list(recent) { writer, mark in
            writer.count(UInt64(mark.packet))
            writer.count(mark.hash)
        }
        writer.list(newcomers.sorted()) { $0.text($1.description) }
        return writer.bytes
    }

    /// Takes up what the store holds.
    mutating func restore(_ bytes: [UInt8]) throws(DamagedBytes) {
        var reader = ByteReader(bytes)
        let marks = try reader.list { reader throws(DamagedBytes) in
            Mark(packet: UInt16(truncatingIfNeeded: try reader.count()), hash: try reader.count())
        }
        let newcomers = try reader.list { reader throws(DamagedBytes) in try reader.identifier() }
        for mark in marks { note(mark) }
        for device in newcomers { note(newcomer: device) }
    }
}
