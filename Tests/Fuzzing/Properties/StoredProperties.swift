import GeofenceCore

/// What holds for all bytes that are read from the store: tried as a fence, as an observation and as a device.
enum StoredProperties {
    static func check(_ bytes: [UInt8]) throws(Finding) {
        try checkFence(bytes)
        try checkObservation(bytes)
        try checkDevice(bytes)
    }

    private static func checkFence(_ bytes: [UInt8]) throws(Finding) {
        var reader = ByteReader(bytes)
        guard let fence = try? Fence(from: &reader) else { return }
        try FenceProperties.checkBytes(fence)
        var walk = EngineWalk(Engine(fences: known + [fence]), visiting: [fence])
        try walk.check()
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
        try checkEngine(with: observation)
    }

    private static func checkEngine(with observation: Observation) throws(Finding) {
        var engine = Engine(fences: known)
        var effects = Effects()
        guard let id = try? Identifier("van") else { return }
        _ = engine.observe(observation, device: engine.admit(id), &effects)
        var walk = EngineWalk(engine, visiting: Array(known.prefix(1)), from: observation.time)
        try walk.check()
    }

    private static func checkDevice(_ bytes: [UInt8]) throws(Finding) {
        var engine = Engine(fences: known)
        var reader = ByteReader(bytes)
        guard (try? engine.restore(from: &reader)) != nil else { return }
        var walk = EngineWalk(engine, visiting: known)
        try walk.check()
    }

    /// The fences that the devices in the corpus know, with all that a record of them may hold.
    static let known: [Fence] = {
        var rules = Rules()
        (rules.enterAfter, rules.exitAfter, rules.dwell) = (10, 20, [30, 300])
        var expiring = Rules()
        (expiring.wifiExpiry, expiring.accuracy) = (60, .lenient)
        let fences: [Fence?] = [
            try? Fence(
                id: Identifier("depot"),
                shape: .circle(
                    Circle(center: Coordinate(latitude: 52.5432, longitude: 13.3661), radius: 150)
                ),
                wifi: [WiFiPattern("DepotNet")],
                rules: rules
            ),
            try? Fence(
                id: Identifier("yard"),
                shape: .circle(Circle(center: Coordinate(latitude: 0, longitude: 180), radius: 1000)),
                rules: expiring
            ),
            try? Fence(
                id: Identifier("lounge"),
                shape: nil,
                wifi: [WiFiPattern("bssid:aa:*")],
                rules: expiring
            ),
        ]
        return fences.compactMap(\.self)
    }()
}
