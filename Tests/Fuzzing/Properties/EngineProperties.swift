import GeofenceCore

/// What holds for an engine at any time, and for what it has told.
enum EngineProperties {
    static func check(_ engine: borrowing Engine, _ effects: Effects) throws(Finding) {
        for event in effects.events {
            try require(event.id.hasPrefix(event.visitID), "event \(event.id) is of visit \(event.visitID)")
        }
        for device in engine.deviceNumbers {
            _ = engine.report(device: device)
            for fence in engine.allFences.prefix(6) { try checkStatus(engine, fence, device) }
        }
    }

    private static func checkStatus(_ engine: borrowing Engine, _ fence: Fence, _ device: Int) throws(Finding)
    {
        guard let slot = engine.slot(of: fence.id) else {
            throw Finding("fence \(fence.id) is not in the engine")
        }
        guard let status = engine.status(device: device, fence: slot) else {
            let isChoosy = !fence.devices.isEmpty || fence.follows != nil
            return try require(isChoosy, "fence \(fence.id) is for everybody, and has no status")
        }
        try require(
            status.distance?.isFinite != false,
            "the distance to \(fence.id) is \(status.distance ?? 0)"
        )
        let isReported = engine.occupants(of: slot).contains(engine.deviceID(device))
        try requireSame(isReported, status.status == .inside, "who is inside \(fence.id)")
    }

    /// Writes all fences and devices, reads them into another engine, and writes them again.
    static func checkRestart(_ engine: borrowing Engine) throws(Finding) {
        let rules = written { engine.writeFenceRules(to: &$0) }
        var ruleReader = ByteReader(rules)
        guard var copy = try? Engine(fenceRules: &ruleReader, places: engine.placeRules) else {
            throw Finding("what stands beside the fences is not restored")
        }
        for slot in 0..<Int32(engine.fenceLimit) {
            var writer = ByteWriter()
            guard engine.write(fence: slot, to: &writer) else { continue }
            var reader = ByteReader(writer.bytes)
            do { try copy.restore(fence: Int64(slot), from: &reader, below: engine.fenceLimit) } catch {
                throw Finding("a fence is not restored: \(error)")
            }
            var again = ByteWriter()
            let isThere = copy.write(fence: slot, to: &again)
            try require(isThere, "a fence is restored")
            try requireSame(again.bytes, writer.bytes, "the bytes of a fence restored")
        }
        try requireSame(copy.fenceCount, engine.fenceCount, "the number of fences restored")
        try requireSame(written { copy.writeFenceRules(to: &$0) }, rules, "the bytes beside the fences")
        for device in engine.deviceNumbers {
            let bytes = written { engine.write(device: device, to: &$0) }
            var reader = ByteReader(bytes)
            do { try copy.restore(from: &reader, below: engine.deviceLimit) } catch {
                throw Finding("a device is not restored: \(error)")
            }
            try require(reader.isAtEnd, "a device leaves bytes unread")
            let again = written { copy.write(device: device, to: &$0) }
            try requireSame(again, bytes, "the bytes of a device restored")
        }
    }

    /// Lets all timers run, or, as those of a schedule never end, those of the next month; none that is due
    /// may be left.
    static func checkTimers(_ engine: inout Engine, from time: Timestamp) throws(Finding) {
        var effects = Effects()
        let hasSchedule = engine.allFences.contains { $0.schedule?.windows.isEmpty == false }
        let end = hasSchedule ? time.advanced(byMilliseconds: 31 * 86_400_000) : .farAhead
        _ = engine.advance(to: end, &effects)
        if let next = engine.nextDeadline {
            try require(next > end, "a timer is due at \(next), before \(end)")
        }
        try check(engine, effects)
    }
}

extension StreamRules {
    /// Messages as they come, and messages sorted, with late events and a highest speed.
    static let all: [StreamRules] = {
        var rules = StreamRules()
        (rules.reorder, rules.lateEvents, rules.maxSpeed) = (10, true, 250)
        return [StreamRules(), rules]
    }()
}

extension Timestamp {
    /// Later than the timers of all rules that a store or a configuration can hold, and before the end of the
    /// range.
    static let farAhead = Timestamp(milliseconds: 4_000_000_000_000_000)
}
