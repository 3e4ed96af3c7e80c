import GeofenceCore

/// An engine with some fences, and what was measured of it.
final class Subject {
    let load: Load
    /// Milliseconds of CPU time that making the engine took.
    private(set) var buildMilliseconds = 0.0
    let bytesPerFence: Double
    /// Nanoseconds of CPU time a fix, one value a round.
    private(set) var costs: [Double] = []
    private(set) var events = 0
    private(set) var fixes = 0

    private var engine: Engine
    private var fleet: Fleet
    private var effects = Effects()

    init(_ load: Load) throws {
        self.load = load
        let terrain = Terrain(load)
        fleet = Fleet(on: terrain)
        let bytes = ProcessCost.bytes
        engine = try Self.build(terrain, &buildMilliseconds)
        bytesPerFence = Double(ProcessCost.bytes - bytes) / Double(load.fenceCount)
        engine.useLargePages()
        for device in 0..<Fleet.size { _ = engine.admit(try Identifier("device-\(device)")) }
    }

    /// Makes the engine; the fences that it is given are gone when this returns.
    private static func build(_ terrain: Terrain, _ milliseconds: inout Double) throws -> Engine {
        let fences = try terrain.fences()
        let start = ProcessCost.nanoseconds
        let engine = Engine(fences: fences, stream: terrain.load.features.stream)
        milliseconds = Double(ProcessCost.nanoseconds - start) / 1e6
        return engine
    }

    /// Takes fixes that are made before the clock runs, and keeps what they cost where asked to.
    func run(_ count: Int, isWarmUp: Bool = false) throws {
        let messages = try fleet.messages(count)
        let start = ProcessCost.nanoseconds
        let found = Self.take(messages.span, &engine, &effects)
        let cost = Double(ProcessCost.nanoseconds - start) / Double(count)
        guard !isWarmUp else { return }
        costs.append(cost)
        events += found
        fixes += count
    }

    /// Takes fixes, each as it stands in memory, and counts the events: nothing but the engine is to cost.
    private static func take(
        _ messages: Span<Fleet.Message>,
        _ engine: inout Engine,
        _ effects: inout Effects
    ) -> Int {
        var found = 0
        for index in messages.indices {
            effects.removeAll()
            _ = engine.observe(messages[index].observation, device: messages[index].device, &effects)
            found += effects.events.count
        }
        return found
    }
}
