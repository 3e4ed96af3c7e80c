import BenchmarkSupport
import GeofenceCore
import Testing

/// A device that was forgotten leaves nothing behind, whatever the rules.
@Suite struct ForgetPropertyTests {
    private struct Walk {
        var run: Run
        var random: SeededGenerator
        let ghost: Identifier
        private(set) var forgotten = 0

        init(_ inputs: WideInputs, seed: UInt64) throws {
            (run, random) = (inputs.start, SeededGenerator(seed: seed))
            ghost = try Identifier("ghost")
        }

        /// The ghost comes, moves as others do, and is forgotten.
        mutating func haunt(_ input: RandomWorld.Input) {
            if case .observe(let observation, _) = input, Bool.random(using: &random) {
                run.take(.observe(observation, device: ghost))
            }
            guard let device = run.engine.device(ghost), Int.random(in: 0..<6, using: &random) == 0 else {
                return
            }
            run.engine.forget(device: device)
            forgotten += 1
            if Bool.random(using: &random) { run.engine.releaseNumbers() }
        }

        /// What others were told of with the last input, by device.
        var others: [Identifier: [Event]] {
            Dictionary(grouping: run.effects.events.filter { $0.device != ghost }, by: \.device)
        }

        func others<Value>(_ all: [String: Value]) -> [String: Value] {
            all.filter { !$0.key.hasPrefix("ghost/") }
        }
    }

    @Test(arguments: Seeds.many(701))
    func `others are told the same as if it had never been there`(_ seed: UInt64) throws {
        let inputs = try WideInputs(seed: seed, count: 150, .of(seed: seed, changes: 20))
        var (haunted, other) = (try Walk(inputs, seed: seed), inputs.start)
        for (step, input) in inputs.inputs.enumerated() {
            haunted.haunt(input)
            let outcomes = (haunted.run.take(input), other.take(input))
            let place: Comment = "seed \(seed), step \(step)"
            try #require(outcomes.0 == outcomes.1, place)
            try #require(haunted.others == Dictionary(grouping: other.effects.events, by: \.device), place)
            try #require(haunted.others(haunted.run.statuses) == other.statuses, place)
            try #require(haunted.others(haunted.run.groups) == other.groups, place)
            try #require(haunted.run.occupants.filter { !$0.hasPrefix("ghost/") } == other.occupants, place)
        }
        #expect(haunted.forgotten > 3, "seed \(seed)")
    }

    @Test(arguments: Seeds.many(801))
    func `all keep their numbers, and a new device gets the least that was released`(_ seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        var engine = Engine()
        var (numbers, withheld): ([Identifier: Int], Set<Int>) = ([:], [])
        for step in 0..<400 {
            let id = try Identifier("d\(Int.random(in: 0..<60, using: &random))")
            switch Int.random(in: 0..<8, using: &random) {
            case 0...4:
                let taken = Set(numbers.values).union(withheld)
                let free = numbers[id] ?? (0...).first { !taken.contains($0) }
                #expect(engine.admit(id) == free, "seed \(seed), step \(step)")
                numbers[id] = free
            case 5, 6:
                guard let number = numbers.removeValue(forKey: id) else { continue }
                engine.forget(device: number)
                withheld.insert(number)
            default:
                engine.releaseNumbers()
                withheld = []
                engine = try Self.restarted(engine)
            }
            try #require(
                engine.deviceNumbers.sorted() == numbers.values.sorted(),
                "seed \(seed), step \(step)"
            )
            for (id, number) in numbers {
                try #require(engine.device(id) == number && engine.deviceID(number) == id)
            }
        }
        #expect(numbers.count > 5)
    }

    /// An engine with the same devices, read back in the other order.
    private static func restarted(_ engine: borrowing Engine) throws -> Engine {
        var copy = Engine()
        for device in engine.deviceNumbers.reversed() {
            var reader = ByteReader(written { engine.write(device: device, to: &$0) })
            try copy.restore(from: &reader, below: engine.deviceLimit)
        }
        return copy
    }
}
