import BenchmarkSupport
import GeofenceCore
import Testing

/// A change of many fences costs what the devices are that have to do with them, not all fences times all
/// devices.
@Suite struct FenceChangeCostTests {
    private static let sizes = (small: 250, large: 2000)

    private static func fences(_ count: Int, _ groups: (Int) -> [String] = { _ in [] }) throws -> [Fence] {
        try (0..<count).map { number in
            let place = try Coordinate(latitude: 10, longitude: Double(number) / 100)
            return try Fence(
                id: Identifier("f\(number)"),
                shape: .circle(Circle(center: place, radius: 50)),
                groups: groups(number).map { try Identifier($0) }
            )
        }
    }

    /// So many devices that are near none of the fences.
    private static func run(_ count: Int) throws -> Run {
        let run = Run([try .circle("yard")], reportAllUpTo: 0)
        for number in 0..<count {
            let time = Timestamp.second(10)
            let fix = try Fix(coordinate: Yard.place(beyond: -50), accuracy: 5)
            let observation = Observation(time: time, arrival: time, fix: fix)
            run.take(.observe(observation, device: try Identifier("d\(number)")))
        }
        return run
    }

    /// The least of some runs, as others on this machine only add to it: as many fences come among as many
    /// devices, and go.
    private static func cost(_ count: Int, _ fences: [Fence]) throws -> Double {
        try (0..<3).map { _ in
            let run = try run(count)
            return ThreadClock.cost {
                run.engine.changeFences(setting: fences, removing: [], at: .second(20), &run.effects)
                run.engine.changeFences(
                    setting: [],
                    removing: fences.map(\.id),
                    at: .second(30),
                    &run.effects
                )
            }
        }.min() ?? 0
    }

    @Test(arguments: [false, true])
    func `eight times the fences among eight times the devices cost no 24 times as much`(
        _ areInGroups: Bool
    ) throws {
        let all = try Self.fences(Self.sizes.large) { areInGroups ? ["g\($0)"] : [] }
        let small = try Self.cost(Self.sizes.small, Array(all.prefix(Self.sizes.small)))
        let large = try Self.cost(Self.sizes.large, all)
        #expect(large / small < 24, "\(Int(large / small)) times")
    }

    @Test func `fences that are for others say nothing of a device`() throws {
        let run = try Self.run(1)
        let named = try (0..<3).map { try Fence.circle("n\($0)", devices: ["other"]) }
        run.effects.removeAll()
        run.engine.changeFences(
            setting: named + [try .circle("open")],
            removing: [],
            at: .second(20),
            &run.effects
        )
        #expect(run.effects.cleared.isEmpty)
        #expect(run.toldStatuses == ["d0/open"])
    }

    /// Of 100 groups at most each has a status for each device; a fence can be in 64.
    @Test func `more groups than allUpTo are reported of those alone who were inside`() throws {
        let run = try Self.run(1)
        run.engine.replaceFences([try .circle("yard")], reportAllUpTo: 100, at: .second(15), &run.effects)
        let far = try Self.fences(2) { fence in (0..<60).map { "g\(fence)-\($0)" } }
        func change(_ fences: [Fence], removing gone: [Identifier] = [], at second: Double) {
            run.effects.removeAll()
            run.engine.changeFences(setting: fences, removing: gone, at: .second(second), &run.effects)
        }
        func reported() -> Int { run.engine.reportedGroups(device: 0).count }
        change([far[0]], at: 20)
        #expect(run.effects.groups.count == 60 && reported() == 60)
        change([far[1]], at: 30)
        #expect(run.effects.groups.isEmpty && run.effects.clearedGroups.count == 60)
        #expect(reported() == 0)
        change([], removing: [far[0].id], at: 40)
        #expect(run.effects.groups.count == 60 && reported() == 60)
    }
}
