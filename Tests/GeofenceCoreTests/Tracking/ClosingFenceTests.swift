import BenchmarkSupport
import Testing

@testable import GeofenceCore

/// A fence that many are inside closes: nobody enters it any more, and those inside leave a few at a time.
@Suite struct ClosingFenceTests {
    private static func depot() throws -> [Identifier] { [try Identifier("depot")] }

    private static func fix(_ run: Run, _ second: Double, beyond metres: Double, _ device: String) throws {
        let fix = try Fix(coordinate: Yard.place(beyond: metres), accuracy: 5)
        try observe(run, Observation(time: .second(second), arrival: .second(second), fix: fix), device)
    }

    private static func join(_ run: Run, _ second: Double, _ network: String, _ device: String) throws {
        let report = WiFiReport.connected(ssid: network, bssid: nil)
        try observe(run, Observation(time: .second(second), arrival: .second(second), wifi: report), device)
    }

    private static func observe(_ run: Run, _ observation: Observation, _ device: String) throws {
        run.take(.observe(observation, device: try Identifier(device)))
    }

    /// Some more leave; says what that brings about.
    private static func leave(_ run: Run, atMost most: Int, _ second: Double) -> [String] {
        run.effects.removeAll()
        run.engine.leaveClosing(atMost: most, at: .second(second), &run.effects)
        return told(run)
    }

    private static func haveAllLeft(_ run: Run) -> Bool { run.engine.haveAllLeft }

    private static func told(_ run: Run) -> [String] {
        run.effects.events.map { "\($0.device) \($0.kind.isExit ? "exit" : "\($0.kind)") \($0.cause)" }
    }

    /// Three devices inside the depot.
    private static func run(reportAllUpTo: Int = 0) throws -> Run {
        let run = Run([try .circle("depot", wifi: ["Dock"])], reportAllUpTo: reportAllUpTo)
        for device in ["a", "b", "c"] { try fix(run, 10, beyond: -50, device) }
        run.engine.close(try depot(), &run.effects)
        return run
    }

    @Test func `those inside leave in the order of their numbers`() throws {
        let run = try Self.run()
        #expect(run.occupants == ["a/depot", "b/depot", "c/depot"])
        #expect(Self.leave(run, atMost: 2, 20) == ["a exit removed", "b exit removed"])
        #expect(run.occupants == ["c/depot"] && !Self.haveAllLeft(run))
        #expect(Self.leave(run, atMost: 2, 20) == ["c exit removed"])
        #expect(run.occupants == [] && Self.haveAllLeft(run))
        let closing = run.engine.closingFences
        #expect(try closing == Self.depot())
    }

    @Test func `nobody enters, neither by a position nor by a network`() throws {
        let run = try Self.run()
        #expect(Self.leave(run, atMost: 1, 20) == ["a exit removed"])
        for (second, device) in [(30.0, "a"), (30, "new")] {
            try Self.fix(run, second, beyond: -50, device)
            #expect(Self.told(run) == [])
            try Self.join(run, second + 1, "Dock", device)
            #expect(Self.told(run) == [])
        }
        #expect(run.occupants == ["b/depot", "c/depot"])
    }

    @Test func `one who is still inside stays so, and may leave by itself`() throws {
        let run = try Self.run()
        try Self.fix(run, 20, beyond: -60, "b")
        try Self.join(run, 21, "Dock", "b")
        #expect(Self.told(run) == [] && run.statuses["b/depot"]?.via == [.region, .wifi])
        try Self.fix(run, 30, beyond: 500, "c")
        #expect(Self.told(run) == ["c exit position"])
        #expect(Self.leave(run, atMost: 9, 40) == ["a exit removed", "b exit removed"])
    }

    @Test func `statuses that all devices have go with those who leave`() throws {
        let run = try Self.run(reportAllUpTo: 5)
        try Self.fix(run, 15, beyond: 5000, "far")
        _ = Self.leave(run, atMost: 1, 20)
        #expect(run.effects.cleared.map(\.device.description) == ["a"])
        let (left, inside) = (run.engine.reportedFences(device: 0), run.engine.reportedFences(device: 1))
        #expect(left == [] && inside == [0])
        let isReported = run.engine.isReported(.init(device: 0, fence: 0))
        #expect(!isReported)
        _ = Self.leave(run, atMost: 9, 20)
        #expect(run.effects.cleared.map(\.device.description) == ["b", "c", "far"])
        run.effects.removeAll()
        try run.engine.changeFences(setting: [], removing: Self.depot(), at: .second(20), &run.effects)
        let gone = run.effects.goneFences
        #expect(try run.effects.cleared.isEmpty && gone == Self.depot())
        let isClosing = run.engine.isClosing
        #expect(!isClosing)
    }

    @Test func `a fence that goes with a device goes at once`() throws {
        let run = Run([try .following("lead")])
        let id = try #require(run.engine.allFences.first?.id)
        run.engine.close([id], &run.effects)
        let canClose = run.engine.canClose(id)
        let isClosing = run.engine.isClosing
        #expect(!canClose && !isClosing)
    }

    @Test func `a crowd is counted no further than asked`() throws {
        let few = try Self.run()
        #expect(try Self.crowd(few, upTo: 10) == 3)
        #expect(try Self.crowd(few, upTo: 2) == 2)
        let all = try Self.run(reportAllUpTo: 5)
        try Self.fix(all, 15, beyond: 5000, "far")
        #expect(try Self.crowd(all, upTo: 10) == 4)
    }

    @Test func `a crowd is counted over all fences, too`() throws {
        let few = try Self.run()
        #expect(Self.crowd(few) == 3)
        let all = Run([try .circle("depot"), try .circle("camp", radius: 300)], reportAllUpTo: 5)
        try Self.fix(all, 10, beyond: -50, "van")
        try Self.fix(all, 10, beyond: 5000, "far")
        #expect(Self.crowd(all) == 4)
    }

    private static func crowd(_ run: Run) -> Int { run.engine.crowd(upTo: 10) }

    private static func crowd(_ run: Run, upTo most: Int) throws -> Int {
        run.engine.crowd(of: try depot(), upTo: most)
    }
}

// MARK: - The same as a removal at once

extension ClosingFenceTests {
    /// What has been told, whoever came first.
    private struct Told: Equatable {
        var events: [Identifier: [Event]] = [:]
        var cleared: Set<Effects.Cleared> = []
        var groups: Set<Effects.ClearedGroup> = []

        mutating func add(_ effects: Effects) {
            for event in effects.events { events[event.device, default: []].append(event) }
            cleared.formUnion(effects.cleared)
            groups.formUnion(effects.clearedGroups)
        }
    }

    @Test(arguments: Seeds.many(931))
    func `a few at a time comes to the same as all at once`(_ seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let inputs = try WideInputs(seed: seed, count: 100, .of(seed: seed, changes: 0))
        let upTo = seed.isMultiple(of: 2) ? 0 : 100
        let closing = Run(inputs.fences, reportAllUpTo: upTo, stream: inputs.stream)
        let removing = Run(inputs.fences, reportAllUpTo: upTo, stream: inputs.stream)
        for input in inputs.inputs {
            closing.take(input)
            removing.take(input)
        }
        let gone = removing.engine.allFences.map(\.id).filter { id in
            removing.engine.canClose(id) && Bool.random(using: &random)
        }
        let time = try #require(inputs.inputs.last).arrival
        var (slowly, atOnce) = (Told(), Told())
        removing.effects.removeAll()
        removing.engine.changeFences(setting: [], removing: gone, at: time, &removing.effects)
        atOnce.add(removing.effects)
        closing.effects.removeAll()
        closing.engine.close(gone, &closing.effects)
        slowly.add(closing.effects)
        while !closing.engine.haveAllLeft {
            closing.effects.removeAll()
            let most = Int.random(in: 1..<4, using: &random)
            closing.engine.leaveClosing(atMost: most, at: time, &closing.effects)
            slowly.add(closing.effects)
        }
        closing.effects.removeAll()
        closing.engine.changeFences(setting: [], removing: gone, at: time, &closing.effects)
        slowly.add(closing.effects)
        let place: Comment = "seed \(seed)"
        #expect(slowly == atOnce, place)
        #expect(closing.statuses == removing.statuses && closing.groups == removing.groups, place)
        #expect(closing.occupants == removing.occupants, place)
        #expect(closing.bytes == removing.bytes, place)
    }
}
