import BenchmarkSupport
import Testing

@testable import GeofenceCore

/// The box around a device in which no fix can change anything.
@Suite struct SafeRegionTests {
    @Test(arguments: [(80.1, 13.0), (-80.1, 13), (10, 179.999_9), (10, -179.999_9), (10, 180)])
    func `is none near a pole, at the antimeridian`(_ latitude: Double, _ longitude: Double) throws {
        var region = SafeRegion()
        let middle = GeodesicPoint(try Coordinate(latitude: latitude, longitude: longitude))
        region.set(around: middle, within: Sides(each: 50), 7)
        #expect(region.isEmpty)
    }

    @Test func `holds for one version of the fences, and is none without sides, or with one too short`()
        throws
    {
        var region = SafeRegion()
        let middle = try Coordinate(latitude: 52, longitude: 13)
        for (sides, isThere) in [(Sides(each: 50), true), (nil, false), (Sides(each: 0.3), false)] {
            region.set(around: GeodesicPoint(middle), within: sides, 7)
            #expect(region.holds(middle, 7) == isThere && !region.holds(middle, 8))
        }
    }

    @Test func `is looked for ever less often while it serves no fix, and at once where it has`() {
        var region = SafeRegion()
        let due = (0..<400).filter { _ in region.isDue() }
        #expect(due == [0, 1, 3, 7, 15, 31, 63, 127, 192, 257, 322, 387])
        region.serve()
        #expect((0..<65).filter { _ in region.isDue() }.count == 1)
        for _ in 0..<2 { region.serve() }
        #expect((0..<8).filter { _ in region.isDue() } == [0, 1, 3, 7])
    }

    @Test func `serves a device that stays, until a fence comes near`() throws {
        let run = Run([try circle("depot", 52, radius: 300), try circle("far", 52.01, radius: 100)])
        (run.effects.explains, run.effects.defersExplanations) = (true, true)
        let served = try (0..<20).filter { try stays(run, at: $0) }
        #expect(served == Array(1..<20))
        #expect(run.decision(about: 0)?.after == .inside)
        #expect(run.decision(about: 1) == nil)
        let gate = try circle("gate", 52.000_4, radius: 20)
        run.take(.replace([try circle("depot", 52, radius: 300), gate], time(20)))
        run.take(try fix(52.000_3, 13, at: 21, accuracy: 8))
        #expect(run.effects.uneventful.isEmpty)
        #expect(run.events.map { "\($0.kind) \($0.fence)" } == ["enter gate"])
    }

    /// One whose edge lies where the accuracy says, 75 m away, and very many.
    @Test(arguments: [1, 80]) func `serves a device also where fences farther than 50 m away say nothing`(
        _ count: Int
    ) throws {
        var rules = Rules()
        if count == 1 { rules.accuracy = .lenient }
        rules.maxAccuracy = 10
        let others = try (0..<count).map { try circle("f\($0)", 52.001_57, radius: 90, rules) }
        let run = Run([try circle("depot", 52, radius: 300)] + others)
        (run.effects.explains, run.effects.defersExplanations) = (true, true)
        let served = try (0..<20).filter { try stays(run, at: $0) }
        #expect(served == Array(1..<20))
    }

    @Test func `explains nothing of a fence that has changed since`() throws {
        let run = Run([try circle("depot", 52, radius: 300), try circle("yard", 52, radius: 400)])
        (run.effects.explains, run.effects.defersExplanations) = (true, true)
        for second in 0..<3 { _ = try stays(run, at: second) }
        let fix = try #require(run.effects.uneventful.first)
        #expect(run.decision(about: 0, from: fix)?.measure?.distance.rounded() == -298)
        run.take(
            .replace([try circle("depot", 52, radius: 200), try circle("yard", 52, radius: 400)], time(3))
        )
        #expect(run.decision(about: 0, from: fix) == nil)
        #expect(run.decision(about: 1, from: fix)?.verdict == .inside)
    }

    @Test func `explains nothing of a fence that is about to go`() throws {
        let run = Run([try circle("depot", 52, radius: 300)])
        run.take(try fix(52, 13, at: 0, accuracy: 8, device: "guest"))
        run.engine.close([try Identifier("depot")], &run.effects)
        (run.effects.explains, run.effects.defersExplanations) = (true, true)
        for second in 1..<5 { _ = try stays(run, at: second) }
        #expect(run.effects.uneventful.count == 1)
        #expect(run.decision(about: 0) == nil)
    }

    @Test(arguments: Seeds.many(1))
    func `changes nothing in a world with room`(_ seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        var stream = StreamRules()
        stream.rest = RestRule.allCases[Int(seed % UInt64(RestRule.allCases.count))]
        func fence(_ number: Int) throws -> Fence {
            var rules = Rules()
            if number > 3, Int.random(in: 0..<6, using: &random) == 0 { rules.accuracy = .lenient }
            if Int.random(in: 0..<3, using: &random) == 0 { rules.accuracy = .strict }
            if Int.random(in: 0..<3, using: &random) == 0 { rules.exitAfter = 20 }
            if Int.random(in: 0..<3, using: &random) == 0 { rules.enterAfter = 20 }
            let place = (
                Double.random(in: 0...0.004, using: &random), Double.random(in: 0...0.006, using: &random)
            )
            let radius = Double.random(in: 30...400, using: &random)
            return try circle("f\(number)", 52 + place.0, 13 + place.1, radius: radius, rules)
        }
        var fences = try (0..<4).map(fence)
        let (short, long) = (Run(fences, stream: stream), Run(fences, stream: stream))
        long.engine.context.takesShortWay = false
        for run in [short, long] { (run.effects.explains, run.effects.defersExplanations) = (true, true) }
        var (place, served) = ((52.002, 13.003), 0)
        for step in 0..<600 {
            if Int.random(in: 0..<150, using: &random) == 0 {
                fences[Int.random(in: 0..<4, using: &random)] = try fence(
                    Int.random(in: 4..<9, using: &random)
                )
                let unique = Dictionary(fences.map { ($0.id, $0) }, uniquingKeysWith: { $1 }).values
                let change = RandomWorld.Input.replace(unique.sorted { $0.id < $1.id }, time(10 * step))
                for run in [short, long] { run.take(change) }
            }
            if Int.random(in: 0..<25, using: &random) == 0 {
                place.0 = 52 + .random(in: 0...0.004, using: &random)
                place.1 = 13 + .random(in: 0...0.006, using: &random)
            }
            let input = try fix(
                place.0 + .random(in: -0.000_1...0.000_1, using: &random),
                place.1 + .random(in: -0.000_2...0.000_2, using: &random),
                at: 10 * step + 1,
                accuracy: [nil, 5, 15, 40].randomElement(using: &random) ?? nil
            )
            #expect(short.take(input) == long.take(input), "seed \(seed), step \(step): \(input)")
            served += short.effects.uneventful.count
            try #require(short.inOrder == long.inOrder, "seed \(seed), step \(step): \(input)")
            try #require(short.bytes == long.bytes, "seed \(seed), step \(step): \(input)")
            for fix in short.effects.uneventful {
                let decisions = (0..<Int32(short.engine.fenceLimit)).compactMap {
                    short.decision(about: $0, from: fix)
                }
                try #require(
                    decisions == long.effects.decisions.sorted { $0.fence < $1.fence },
                    "seed \(seed), step \(step)"
                )
            }
        }
        #expect(served > 100, "seed \(seed)")
    }

    /// Whether a fix of a device that stays is served.
    private func stays(_ run: Run, at second: Int) throws -> Bool {
        run.take(try fix(52 + Double(second % 3) * 0.000_01, 13, at: second, accuracy: 8))
        return !run.effects.uneventful.isEmpty
    }

    private func fix(
        _ latitude: Double,
        _ longitude: Double,
        at second: Int,
        accuracy: Double?,
        device: String = "van"
    ) throws
        -> RandomWorld.Input
    {
        let fix = Fix(
            coordinate: try Coordinate(latitude: latitude, longitude: longitude),
            accuracy: accuracy
        )
        let observation = Observation(time: time(second), arrival: time(second), fix: fix)
        return .observe(observation, device: try Identifier(device))
    }

    private func circle(
        _ id: String,
        _ latitude: Double,
        _ longitude: Double = 13,
        radius: Double,
        _ rules: Rules = Rules()
    ) throws
        -> Fence
    {
        let center = try Coordinate(latitude: latitude, longitude: longitude)
        return try Fence(
            id: Identifier(id),
            shape: .circle(Circle(center: center, radius: radius)),
            rules: rules
        )
    }

    private func time(_ second: Int) -> Timestamp { Timestamp(milliseconds: Int64(second) * 1000) }
}

extension Run {
    /// What a fix that could change nothing has meant for a fence; without one, the last of them.
    fileprivate func decision(about slot: Int32, from fix: UneventfulFix? = nil) -> Decision? {
        (fix ?? effects.uneventful.last).flatMap { engine.decision(about: slot, from: $0) }
    }
}
