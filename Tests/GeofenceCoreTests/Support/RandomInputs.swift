import GeofenceCore

/// Many inputs, and the fences to begin with.
struct RandomInputs {
    var fences: [Fence]
    var inputs: [RandomWorld.Input]

    init(seed: UInt64, count: Int, _ character: RandomWorld.Character = .init(changes: 15)) throws {
        var world = try RandomWorld(seed: seed, character)
        fences = world.fences
        inputs = try (0..<count).map { _ in try world.input() }
    }

    func run() -> Run {
        let run = Run(fences)
        for input in inputs { run.take(input) }
        return run
    }
}

extension RandomWorld.Input {
    /// When it is, by its stamp.
    var time: Timestamp {
        switch self {
        case .observe(let observation, _): observation.time
        case .advance(let time), .replace(_, let time): time
        }
    }
}
