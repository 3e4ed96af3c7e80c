import GeofenceCore

/// What a device goes through before it is written.
struct StoredStory: ~Copyable {
    private(set) var engine: Engine
    private(set) var effects = Effects()
    let device: Int
    private var time = Timestamp.start

    /// A device that nothing is known of.
    init(
        _ name: String = "van1",
        fences: [Fence] = StoredProperties.known,
        stream: StreamRules = StreamRules()
    ) throws {
        let id = try Identifier(name)
        engine = Engine(fences: fences, stream: stream)
        device = engine.admit(id)
    }

    /// The device sends a fix, so many seconds after the last message.
    mutating func fix(
        after seconds: Int64,
        _ latitude: Double,
        _ longitude: Double,
        accuracy: Double? = 8,
        altitude: Double? = nil,
        speed: Double? = nil,
        delayed: Int64 = 0
    ) throws {
        let fix = Fix(
            coordinate: try Coordinate(latitude: latitude, longitude: longitude),
            accuracy: accuracy,
            altitude: altitude,
            speed: speed
        )
        wait(seconds)
        let stamp = time.advanced(byMilliseconds: -delayed * 1000)
        _ = engine.observe(Observation(time: stamp, arrival: time, fix: fix), device: device, &effects)
    }

    /// The device reports its network, so many seconds after the last message.
    mutating func wifi(after seconds: Int64, _ report: WiFiReport) {
        wait(seconds)
        _ = engine.observe(Observation(time: time, arrival: time, wifi: report), device: device, &effects)
    }

    /// Time passes.
    mutating func wait(_ seconds: Int64) {
        time = time.advanced(byMilliseconds: seconds * 1000)
        _ = engine.advance(to: time, &effects)
    }

    /// A fence goes.
    mutating func remove(_ fence: String) {
        let left = engine.allFences.filter { $0.id.description != fence }
        engine.replaceFences(left, at: time, &effects)
    }

    /// What is written of the device.
    var bytes: [UInt8] { written { engine.write(device: device, to: &$0) } }
}
