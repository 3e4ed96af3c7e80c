import BenchmarkSupport
import Testing

@testable import GeofenceCore

/// The short way of a fix that changes nothing, against the long one.
@Suite struct UneventfulFixTests {
    @Test(arguments: Seeds.many(1), RestRule.allCases)
    func `leads to the same where devices stay`(_ seed: UInt64, _ rest: RestRule) throws {
        var world = try RandomWorld(
            seed: seed,
            .init(fences: 8, devices: 2, lateness: 20, stays: true, reportsSpeed: seed.isMultiple(of: 2))
        )
        let taken = try compare(seed, world.fences, stream(rest), steps: 400) { try world.input() }
        #expect(taken > 0, "seed \(seed)")
    }

    @Test(arguments: Seeds.many(101))
    func `leads to the same while fences with heights, filters and groups change`(_ seed: UInt64) throws {
        var world = try RandomWorld(seed: seed, .init(changes: 20, isRich: seed.isMultiple(of: 2)))
        _ = try compare(seed, world.fences, stream(.oneFix), steps: 200) { try world.input() }
    }

    @Test(arguments: Seeds.many(201))
    func `leads to the same in wide worlds`(_ seed: UInt64) throws {
        var character = WideWorld.Character.of(seed: seed, changes: 40)
        // Where one of these is, no fix goes the short way.
        character.features.subtract([.speeds, .crossings])
        var world = try WideWorld(seed: seed, character)
        _ = try compare(seed, world.fences, character.stream, steps: 300) { try world.input() }
    }

    @Test(arguments: Seeds.many(301))
    func `leads to the same while fences are assigned to devices, and to others`(_ seed: UInt64) throws {
        var world = try RandomWorld(seed: seed, .init(fences: 4, devices: 2, lateness: 20, stays: true))
        // Where an edge is by the accuracy, there is no safe region.
        let all = try (1...6).map { number in
            let fence = try world.fence("a\(number)")
            let (id, shape, origin) = (fence.id, fence.shape, number > 2 ? FenceOrigin.assignment : .placed)
            var rules = fence.rules
            rules.accuracy = .hysteresis
            return try Fence(id: id, shape: shape, rules: rules, origin: origin)
        }
        var random = SeededGenerator(seed: seed)
        let taken = try compare(seed, Array(all[..<2]), stream(.oneFix), steps: 400) {
            try world.input()
        } changing: {
            guard Int.random(in: 0..<40, using: &random) == 0 else { return nil }
            // In its place, of another kind, or as it was.
            let fence = all[Int.random(in: 2..<6, using: &random)]
            let shape = all[Int.random(in: 2..<6, using: &random)].shape
            let origin = Bool.random(using: &random) ? fence.origin : FenceOrigin.placed
            return try Fence(id: fence.id, shape: shape, rules: fence.rules, origin: origin)
        } assigning: {
            guard Int.random(in: 0..<20, using: &random) == 0 else { return nil }
            let some = all[2...].filter { _ in Bool.random(using: &random) }
            return (Int.random(in: 0..<2, using: &random), some)
        }
        #expect(taken > 0, "seed \(seed)")
    }

    @Test(arguments: Seeds.many(401))
    func `leads to the same while visits begin, and end for want of fixes`(_ seed: UInt64) throws {
        var world = try RandomWorld(seed: seed, .init(fences: 3, devices: 2, lateness: 20, stays: true))
        var random = SeededGenerator(seed: seed)
        // Stays of a minute, and silences of two, are frequent there.
        var places = PlaceRules()
        places.visits = try VisitRules(minDuration: 60, leaveAfter: 60, maxGap: 120)
        let fences = try (1...3).map { try world.fence("a\($0)") }
        var silence: Int64 = 0
        let taken = try compare(seed, fences, stream(.oneFix), places, steps: 600) {
            if Int.random(in: 0..<40, using: &random) == 0 { silence += 150_000 }
            let lag =
                Int.random(in: 0..<4, using: &random) == 0 ? Int64.random(in: 0...50_000, using: &random) : 0
            return try world.input().later(by: silence, lag: lag)
        }
        #expect(taken > 0, "seed \(seed)")
    }

    /// The index knows the box of a large fence only roughly.
    @Test(arguments: Seeds.many(501))
    func `leads to the same where a large fence ends`(_ seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let circle = try Circle(center: Coordinate(latitude: 52, longitude: 13), radius: 100_000)
        let fence = try Fence(id: Identifier("land"), shape: .circle(circle))
        let entry = FenceEntry(fence)
        let edge = try #require(entry.shape?.box(reach: entry.reach)).north
        var time: Int64 = 0
        let taken = try compare(seed, [fence], stream(.off), steps: 200) {
            time += 1000
            let latitude = edge + Double.random(in: 0...2e-4, using: &random)
            let fix = Fix(coordinate: try Coordinate(latitude: latitude, longitude: 13), accuracy: 1)
            let now = Timestamp(milliseconds: time)
            return .observe(Observation(time: now, arrival: now, fix: fix), device: try Identifier("van"))
        }
        #expect(taken > 0, "seed \(seed)")
    }

    @Test func `ends where the device gets a fence that others have`() throws {
        let circle = try Circle(center: Coordinate(latitude: 52, longitude: 13), radius: 100)
        let gate = try Fence(id: Identifier("gate"), shape: .circle(circle), origin: .assignment)
        let run = Run([], stream: stream(.off))
        func stand(_ device: String, metresNorth: Double, at second: Int64) throws {
            let place = try Coordinate(latitude: 52 + metresNorth / 111_300, longitude: 13)
            let time = Timestamp(milliseconds: second * 1000)
            let fix = Fix(coordinate: place, accuracy: 1)
            run.take(
                .observe(Observation(time: time, arrival: time, fix: fix), device: try Identifier(device))
            )
        }
        try stand("bus", metresNorth: 500, at: 0)
        run.engine.assign(device: 0, to: [gate], at: Timestamp(milliseconds: 0), &run.effects)
        for second in 1...10 { try stand("van", metresNorth: 110, at: Int64(second)) }
        #expect(!run.engine.devices[1].safeRegion.isEmpty)
        run.engine.assign(device: 1, to: [gate], at: Timestamp(milliseconds: 10_000), &run.effects)
        try stand("van", metresNorth: 90, at: 11)
        #expect(run.effects.events.map(\.kind) == [.enter])
    }

    @Test
    func `means nothing for a fence that is assigned to others, nor for one that the device gets later`()
        throws
    {
        let id = try Identifier("gate")
        let circle = try Circle(center: Coordinate(latitude: 52, longitude: 13), radius: 100)
        let gate = try Fence(id: id, shape: .circle(circle), origin: .assignment)
        let run = Run([], stream: stream(.off))
        (run.effects.explains, run.effects.defersExplanations) = (true, true)
        var seconds: Int64 = 0
        /// The fixes that could change nothing, of ten in a corner of the box around the fence.
        func stand(_ device: String) throws -> [UneventfulFix] {
            var fixes: [UneventfulFix] = []
            for number in 0..<10 {
                seconds += 10
                let latitude = 52 + (number % 2 == 0 ? 0.000_72 : 0.000_721)
                let fix = Fix(coordinate: try Coordinate(latitude: latitude, longitude: 13.0012), accuracy: 1)
                let time = Timestamp(milliseconds: seconds * 1000)
                let observation = Observation(time: time, arrival: time, fix: fix)
                run.take(.observe(observation, device: try Identifier(device)))
                fixes += run.effects.uneventful
            }
            return fixes
        }
        _ = try stand("bus")
        run.engine.assign(device: 0, to: [gate], at: Timestamp(milliseconds: seconds * 1000), &run.effects)
        let found = run.engine.slot(of: id)
        let slot = try #require(found)
        let before = try stand("van")
        #expect(!before.isEmpty)
        #expect(before.allSatisfy { run.engine.decision(about: slot, from: $0) == nil })
        run.engine.assign(device: 1, to: [gate], at: Timestamp(milliseconds: seconds * 1000), &run.effects)
        #expect(before.allSatisfy { run.engine.decision(about: slot, from: $0) == nil })
        let behind = try stand("van")
        #expect(!behind.isEmpty)
        #expect(behind.allSatisfy { run.engine.decision(about: slot, from: $0)?.verdict == .outside })
    }

    @Test func `is what nearly all fixes of devices that stay take`() throws {
        let fence = try Fence(
            id: Identifier("depot"),
            shape: .circle(Circle(center: Coordinate(latitude: 52, longitude: 13), radius: 100))
        )
        var inputs = 0
        let taken = try compare(0, [fence], stream(.oneFix), steps: 100) {
            inputs += 1
            let time = Timestamp(milliseconds: Int64(inputs) * 10_000)
            let place = try Coordinate(latitude: 52 + Double(inputs % 7) * 0.000_01, longitude: 13)
            let fix = Fix(coordinate: place, accuracy: 8)
            return .observe(Observation(time: time, arrival: time, fix: fix), device: try Identifier("van"))
        }
        #expect(taken == 99)
    }

    private func stream(_ rest: RestRule) -> StreamRules {
        var stream = StreamRules()
        stream.rest = rest
        return stream
    }

    /// Gives engines the same inputs, of which one never takes the short way, and one explains only when
    /// asked; says how often the others take it.
    private func compare(
        _ seed: UInt64,
        _ fences: [Fence],
        _ stream: StreamRules,
        _ places: PlaceRules? = nil,
        steps: Int,
        _ next: () throws -> RandomWorld.Input,
        changing: () throws -> Fence? = { nil },
        assigning: () -> (device: Int, fences: [Fence])? = { nil }
    ) throws -> Int {
        let (short, long) = (Run(fences, stream: stream), Run(fences, stream: stream))
        let deferring = Run(fences, stream: stream)
        long.engine.context.takesShortWay = false
        deferring.effects.defersExplanations = true
        var (taken, now) = (0, Timestamp(milliseconds: 0))
        for run in [short, long, deferring] {
            (run.effects.explains, run.effects.keepsTrack) = (true, seed % 3 != 0)
            if let places { run.engine.change(places: places, &run.effects) }
        }
        for step in 0..<steps {
            if let (device, fences) = assigning(), device < long.engine.deviceCount {
                let before = deferring.effects.uneventful
                let said = deferring.decisions(from: before)
                for run in [short, long, deferring] {
                    run.effects.removeAll()
                    run.engine.assign(device: device, to: fences, at: now, &run.effects)
                }
                try #require(short.effects.events == long.effects.events, "seed \(seed), step \(step)")
                // A fix of before says nothing of fences that the device has got since.
                #expect(
                    deferring.decisions(from: before).allSatisfy(said.contains),
                    "seed \(seed), step \(step)"
                )
            }
            if let fence = try changing() {
                for run in [short, long, deferring] {
                    run.effects.removeAll()
                    run.engine.changeFences(setting: [fence], removing: [], at: now, &run.effects)
                }
                try #require(short.effects.events == long.effects.events, "seed \(seed), step \(step)")
            }
            let input = try next()
            now = max(now, input.time)
            if short.passesUneventful(input) { taken += 1 }
            let outcome = long.take(input)
            for run in [short, deferring] {
                #expect(run.take(input) == outcome, "seed \(seed), step \(step): \(input)")
                try #require(run.inOrder == long.inOrder, "seed \(seed), step \(step): \(input)")
                try #require(run.effects.positions == long.effects.positions, "seed \(seed), step \(step)")
                try #require(run.effects.visits == long.effects.visits, "seed \(seed), step \(step)")
                let isQuiet = run.effects.events.isEmpty && run.effects.visits.isEmpty
                try #require(
                    outcome == nil || isQuiet || !run.engine.wasUneventful,
                    "seed \(seed), step \(step)"
                )
                try #require(run.bytes == long.bytes, "seed \(seed), step \(step): \(input)")
                try #require(run.listsActiveRecords, "seed \(seed), step \(step): \(input)")
                try #require(run.knowsUrgentExtras, "seed \(seed), step \(step): \(input)")
                try #require(
                    run.engine.nextDeadline == long.engine.nextDeadline,
                    "seed \(seed), step \(step)"
                )
            }
            try #require(short.effects.decisions == long.effects.decisions, "seed \(seed), step \(step)")
            try #require(deferring.allDecisions == long.allDecisions, "seed \(seed), step \(step): \(input)")
        }
        return taken
    }
}

extension RandomWorld.Input {
    /// The same some milliseconds later, and so many more until it arrives.
    fileprivate func later(by step: Int64, lag: Int64) -> Self {
        switch self {
        case .observe(var observation, let device):
            observation.time = observation.time.advanced(byMilliseconds: step)
            observation.arrival = observation.arrival.advanced(byMilliseconds: step + lag)
            return .observe(observation, device: device)
        case .advance(let time): return .advance(time.advanced(byMilliseconds: step))
        case .replace(let fences, let time): return .replace(fences, time.advanced(byMilliseconds: step))
        }
    }
}

extension Run {
    /// Whether an observation would take the short way now; nothing comes of the question.
    fileprivate func passesUneventful(_ input: RandomWorld.Input) -> Bool {
        guard case .observe(let observation, let id) = input, engine.stream.reorder == 0,
            let number = engine.device(id)
        else { return false }
        var (device, effects) = (engine.devices[number], Effects())
        return device.passUneventful(observation, &engine.context, &effects)
    }

    /// How the last input was decided, with what is explained only when asked, by fence.
    fileprivate var allDecisions: [Decision] {
        (effects.decisions + decisions(from: effects.uneventful)).enumerated()
            .sorted { ($0.element.fence, $0.offset) < ($1.element.fence, $1.offset) }.map(\.element)
    }

    /// What fixes have meant that could change nothing, for those who ask now.
    fileprivate func decisions(from fixes: [UneventfulFix]) -> [Decision] {
        fixes.flatMap { fix in
            (0..<Int32(engine.fenceLimit)).compactMap { engine.decision(about: $0, from: fix) }
        }
    }
}
