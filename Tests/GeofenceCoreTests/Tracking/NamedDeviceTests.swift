import BenchmarkSupport
import GeofenceCore
import Testing

/// Changes of fences that name their devices, which cost what those devices cost.
@Suite struct NamedDeviceTests {
    private static let devices = ["van", "bus", "bike", "cart"]

    private static func fix(_ run: Run, _ second: Int64, beyond metres: Double, _ device: String) throws {
        let time = Timestamp.second(Double(second))
        let fix = try Fix(coordinate: Yard.place(beyond: metres), accuracy: 5)
        let observation = Observation(time: time, arrival: time, fix: fix)
        run.take(.observe(observation, device: try Identifier(device)))
    }

    private static func change(_ run: Run, _ set: [Fence], removing: [String] = [], _ second: Int64)
        throws
    {
        run.effects.removeAll()
        run.engine.didCheckpoint()
        run.engine.changeFences(
            setting: set,
            removing: try removing.map { try Identifier($0) },
            at: .second(Double(second)),
            &run.effects
        )
        run.events += run.effects.events
    }

    /// All devices in the yard's middle.
    private static func run(_ fences: [Fence] = [], reportAllUpTo: Int = 100) throws -> Run {
        let run = Run(fences, reportAllUpTo: reportAllUpTo)
        for device in devices { try fix(run, 10, beyond: -50, device) }
        return run
    }

    private static func changed(_ run: Run) -> [String] {
        run.engine.changedDevices.sorted().map { run.engine.deviceID($0).description }
    }

    @Test func `changes the devices that it names, and tells nothing of others`() throws {
        let run = try Self.run()
        try Self.change(run, [try .circle("home-bus", devices: ["bus"], groups: ["home"])], 20)
        #expect(Self.changed(run) == ["bus"])
        #expect(run.effects.cleared.isEmpty)
        #expect(run.toldStatuses == ["bus/home-bus"] && run.reportedGroups == ["bus/home"])
        try Self.change(run, [try .circle("home-bus", devices: ["van", "none"])], 30)
        #expect(Self.changed(run) == ["van", "bus"])
        #expect(run.effects.cleared.map { "\($0.device)" } == ["bus"])
        #expect(run.effects.clearedGroups.map { "\($0.device)" } == ["bus"])
        try Self.change(run, [], removing: ["home-bus"], 40)
        #expect(Self.changed(run) == ["van"])
        #expect(run.events.map(\.cause) == [.removed, .removed])
    }

    @Test(arguments: [[], ["b*"], ["bus", "v*"]])
    func `changes all devices where others may be meant`(_ patterns: [String]) throws {
        let run = try Self.run()
        try Self.change(run, [try .circle("a", devices: patterns)], 20)
        #expect(Self.changed(run) == Self.devices)
        try Self.change(run, [try .circle("a", devices: ["bus"])], 30)
        #expect(Self.changed(run) == Self.devices)
    }

    @Test func `changes all devices where more or fewer statuses are told from then on`() throws {
        let run = try Self.run([try .circle("depot")], reportAllUpTo: 1)
        try Self.change(run, [try .circle("home-bus", devices: ["bus"])], 20)
        #expect(Self.changed(run) == Self.devices)
        try Self.change(run, [try .circle("work-bus", devices: ["bus"])], 30)
        #expect(Self.changed(run) == ["bus"])
        try Self.change(run, [], removing: ["home-bus", "work-bus", "none"], 40)
        #expect(Self.changed(run) == Self.devices)
    }

    private static func advance(_ run: Run, to second: Int64) {
        run.effects.removeAll()
        _ = run.engine.advance(to: .second(Double(second)), &run.effects)
        run.events += run.effects.events
    }

    /// A step by chance, for an engine that is told of the change alone and one that is given all fences
    /// anew.
    private static func step(
        _ second: Int64,
        _ own: Run,
        _ all: Run,
        _ random: inout SeededGenerator
    ) throws {
        let names = (0..<2).map { _ in devices[Int.random(in: 0..<4, using: &random)] }
        let (id, metres) = (
            Int.random(in: 0..<5, using: &random), Double.random(in: -90..<90, using: &random)
        )
        switch Int.random(in: 0..<4, using: &random) {
        case 0:
            let radius = Double.random(in: 20..<150, using: &random)
            let groups = [[], ["g"], ["g", "h"]][Int.random(in: 0..<3, using: &random)]
            let fence = try Fence.circle("f\(id)", radius: radius, devices: names, groups: groups) { rules in
                (rules.exitAfter, rules.dwell) = (20, [30])
            }
            let gone = try Identifier("f\((id + 1) % 5)")
            try change(own, [fence], removing: [gone.description], second)
            let rest = all.engine.allFences.filter { $0.id != fence.id && $0.id != gone }
            all.effects.removeAll()
            // Another number, by which no more or fewer are reported, has to do with every device.
            let usual = all.engine.reportAllUpTo
            all.engine.replaceFences(
                rest + [fence],
                reportAllUpTo: usual >= 100 ? 201 - usual : usual,
                at: .second(Double(second)),
                &all.effects
            )
            all.events += all.effects.events
        default:
            try fix(own, second, beyond: metres, names[0])
            try fix(all, second, beyond: metres, names[0])
        }
    }

    @Test(arguments: Rounds.seeds(12))
    func `comes to the same as giving all fences anew`(_ seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let fences = [try Fence.circle("depot", groups: ["g"]), try .circle("camp", devices: ["b*"])]
        let reportAllUpTo = seed.isMultiple(of: 2) ? 100 : 4
        let (own, all) = (
            Run(fences, reportAllUpTo: reportAllUpTo), Run(fences, reportAllUpTo: reportAllUpTo)
        )
        for second in 0..<120 as Range<Int64> {
            try Self.step(second * 10, own, all, &random)
            let place: Comment = "seed \(seed), step \(second)"
            try #require(own.events == all.events, place)
            try #require(own.statuses == all.statuses && own.groups == all.groups, place)
            try #require(own.occupants == all.occupants, place)
            try #require(own.reportedGroups.isSubset(of: all.reportedGroups), place)
        }
        #expect(own.events.contains { $0.cause == .removed } && own.events.contains { $0.isGroup })
    }
}
