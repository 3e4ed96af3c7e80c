import GeofenceCore
import Testing

/// The engine against the rules written out plainly.
@Suite struct OracleTests {
    @Test(arguments: Seeds.many(1))
    func `decides as the rules written out plainly do`(_ seed: UInt64) throws {
        try compare(seed, .init())
    }

    @Test(arguments: Seeds.many(101))
    func `decides as they do while fences come, go and change`(_ seed: UInt64) throws {
        try compare(seed, .init(changes: 12))
    }

    @Test(arguments: Seeds.many(201))
    func `decides as they do with heights, filters and groups`(_ seed: UInt64) throws {
        try compare(seed, .init(isRich: true))
    }

    @Test(arguments: Seeds.many(301))
    func `decides as they do while fences with heights, filters and groups change`(_ seed: UInt64) throws {
        try compare(seed, .init(changes: 12, isRich: true))
    }

    @Test(arguments: Seeds.many(401), [RestRule.oneFix, .twoFixes, .firm, .firmTwoFixes])
    func `decides as they do of devices that rest`(_ seed: UInt64, _ rest: RestRule) throws {
        try compareAtRest(seed, rest)
    }

    @Test(arguments: Seeds.many(501), [RestRule.oneFix, .twoFixes, .firm, .firmTwoFixes])
    func `decides as they do of devices that say whether they stand`(_ seed: UInt64, _ rest: RestRule) throws
    {
        try compareAtRest(seed, rest, reportsSpeed: true)
    }

    /// Seeds that once found the two at odds.
    @Test(arguments: [10, 14] as [UInt64])
    func `decides as they do where they once differed`(_ seed: UInt64) throws {
        try compare(seed, .init())
    }

    @Test(arguments: [113, 147, 150, 170, 490] as [UInt64])
    func `decides as they do where they once differed over a change of fences`(_ seed: UInt64) throws {
        try compare(seed, .init(changes: 12))
    }

    @Test(arguments: [379, 560, 643, 686] as [UInt64])
    func `decides as they do where they once differed over a change of rich fences`(_ seed: UInt64) throws {
        try compare(seed, .init(changes: 12, isRich: true))
    }

    @Test(arguments: [459, 508, 536] as [UInt64])
    func `decides as they do where they once differed over a fix that is withheld`(_ seed: UInt64) throws {
        try compareAtRest(seed, .twoFixes)
    }

    private func compareAtRest(_ seed: UInt64, _ rest: RestRule, reportsSpeed: Bool = false) throws {
        var stream = StreamRules()
        stream.rest = rest
        let character = RandomWorld.Character(fences: 8, devices: 2, stays: true, reportsSpeed: reportsSpeed)
        try compare(seed, character, stream, steps: 400)
    }

    private func compare(
        _ seed: UInt64,
        _ character: RandomWorld.Character,
        _ stream: StreamRules = StreamRules(),
        steps: Int = 120
    ) throws {
        var world = try RandomWorld(seed: seed, character)
        let run = Run(world.fences, stream: stream)
        var oracle = Oracle(world.fences, stream)
        for step in 0..<steps {
            let input = try world.input()
            let told = oracle.events.count
            let outcome = run.take(input)
            #expect(outcome == oracle.take(input), "seed \(seed), step \(step): \(input)")
            let events = Array(oracle.events[told...])
            try #require(
                run.effects.events.map(\.withoutConfidence) == events,
                "seed \(seed), step \(step): \(input)"
            )
            let wrong = differences(run.statuses, oracle.statuses)
            try #require(wrong == [], "seed \(seed), step \(step): \(input)")
            try #require(
                run.groups.mapValues(\.words) == oracle.groups,
                "seed \(seed), step \(step): \(input)"
            )
        }
    }

    private func differences(_ got: [String: Run.Reported], _ wanted: [String: Run.Reported]) -> [String] {
        guard got != wanted else { return [] }
        let names = Set(got.keys).union(wanted.keys).sorted().filter { got[$0] != wanted[$0] }
        return names.map { "\($0): \(describe(got[$0])), not \(describe(wanted[$0]))" }
    }

    private func describe(_ told: Run.Reported?) -> String { told?.description ?? "nothing" }
}

extension Event {
    /// The oracle decides; it does not weigh.
    fileprivate var withoutConfidence: Event {
        var event = self
        event.confidence = 1
        return event
    }
}
