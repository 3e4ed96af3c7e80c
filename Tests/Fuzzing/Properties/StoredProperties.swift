import GeofenceCore

@testable import geofence_agent

/// What holds for all bytes that are read from the store: tried as a fence, as an observation, as a device,
/// and as a run of positions.
enum StoredProperties {
    static func check(_ bytes: [UInt8]) throws(Finding) {
        try checkFence(bytes)
        try checkObservation(bytes)
        try checkDevice(bytes)
        try checkRun(bytes)
    }

    private static func checkRun(_ bytes: [UInt8]) throws(Finding) {
        guard let positions = try? PositionRun.positions(bytes, at: 0), let first = positions.first else {
            return
        }
        var again = PositionRun(first)
        for position in positions.dropFirst() { again.append(position) }
        guard (try? PositionRun.positions(again.bytes, at: again.time)) == positions else {
            throw Finding("a run of positions is written, and not read back")
        }
    }

    private static func checkFence(_ bytes: [UInt8]) throws(Finding) {
        var reader = ByteReader(bytes)
        guard let fence = try? Fence(from: &reader) else { return }
        try FenceProperties.checkBytes(fence)
        for stream in StreamRules.all {
            var walk = EngineWalk(Engine(fences: known + [fence], stream: stream), visiting: [fence])
            try walk.check()
        }
    }

    private static func checkObservation(_ bytes: [UInt8]) throws(Finding) {
        var reader = ByteReader(bytes)
        guard let observation = try? Observation(from: &reader) else { return }
        let again = written { observation.write(to: &$0) }
        var second = ByteReader(again)
        guard let read = try? Observation(from: &second), second.isAtEnd else {
            throw Finding("an observation is written, and not read back")
        }
        try requireSame(written { read.write(to: &$0) }, again, "the bytes of an observation written again")
        for stream in StreamRules.all { try checkEngine(with: observation, stream) }
    }

    private static func checkEngine(with observation: Observation, _ stream: StreamRules) throws(Finding) {
        var engine = Engine(fences: known, stream: stream)
        var effects = Effects()
        guard let id = try? Identifier("van") else { return }
        _ = engine.observe(observation, device: engine.admit(id), &effects)
        // So that the walk doesn't lead beyond the times that can be stored.
        let time = min(observation.time, Timestamp(milliseconds: 900_000_000_000_000))
        var walk = EngineWalk(engine, visiting: Array(known.prefix(1)), from: time)
        try walk.check()
    }

    private static func checkDevice(_ bytes: [UInt8]) throws(Finding) {
        for stream in StreamRules.all { try checkDevice(bytes, stream) }
    }

    private static func checkDevice(_ bytes: [UInt8], _ stream: StreamRules) throws(Finding) {
        var engine = Engine(fences: known, stream: stream)
        var reader = ByteReader(bytes)
        guard (try? engine.restore(from: &reader, below: 64)) != nil else { return }
        var walk = EngineWalk(engine, visiting: Array(known.prefix(2)))
        try walk.check()
    }
}
