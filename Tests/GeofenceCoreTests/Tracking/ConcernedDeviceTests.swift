import BenchmarkSupport
import GeofenceCore
import Testing

/// With more fences than are all reported, a change costs what the devices cost that have to do with it.
@Suite struct ConcernedDeviceTests {
    /// A device in the middle of the yard, one in the camp 10 km away.
    private static func run(_ fences: [Fence], reportAllUpTo: Int = 0) throws -> Run {
        let run = Run(fences, reportAllUpTo: reportAllUpTo)
        try fix(run, 10, beyond: -50, "van")
        try fix(run, 10, beyond: 10_000, "bus")
        return run
    }

    private static func fix(
        _ run: Run,
        _ second: Double,
        beyond metres: Double,
        _ device: String,
        accuracy: Double? = 5
    ) throws {
        let fix = try Fix(coordinate: Yard.place(beyond: metres), accuracy: accuracy)
        let time = Timestamp.second(second)
        let observation = Observation(time: time, arrival: time, fix: fix)
        run.take(.observe(observation, device: try Identifier(device)))
    }

    private static func join(_ run: Run, _ second: Double, _ network: String, _ device: String) throws {
        let time = Timestamp.second(second)
        let observation = Observation(time: time, arrival: time, wifi: .connected(ssid: network, bssid: nil))
        run.take(.observe(observation, device: try Identifier(device)))
    }

    private static func change(_ run: Run, _ set: [Fence], removing: [String] = [], _ second: Double) throws {
        run.effects.removeAll()
        run.engine.didCheckpoint()
        run.engine.changeFences(
            setting: set,
            removing: try removing.map { try Identifier($0) },
            at: .second(second),
            &run.effects
        )
        run.events += run.effects.events
    }

    private static func changed(_ run: Run) -> [String] {
        run.engine.changedDevices.map { run.engine.deviceID($0).description }.sorted()
    }

    private static func place(_ metres: Double) throws -> Shape {
        .circle(try Circle(center: Yard.place(beyond: metres), radius: 50))
    }

    @Test func `changes the devices in a fence that comes, moves and goes`() throws {
        let run = try Self.run([try .circle("depot")])
        let id = try Identifier("gate")
        try Self.change(run, [try Fence(id: id, shape: Self.place(5000))], 20)
        #expect(Self.changed(run) == [])
        try Self.change(run, [try Fence(id: id, shape: Self.place(10_000))], 30)
        #expect(Self.changed(run) == ["bus"])
        #expect(run.toldStatuses == ["bus/gate"])
        try Self.change(run, [try Fence(id: id, shape: Self.place(-50))], 40)
        #expect(Self.changed(run) == ["bus", "van"])
        #expect(run.toldStatuses == ["bus/gate", "van/gate"])
        try Self.change(run, [], removing: ["gate"], 50)
        #expect(Self.changed(run) == ["bus", "van"])
        #expect(
            run.events.map { "\($0.device) \($0.kind) \($0.cause)" }
                == ["van exit(duration: 10000) removed"]
        )
    }

    @Test func `changes a device whose last fix is too vague to tell`() throws {
        let run = try Self.run([try .circle("depot")])
        try Self.fix(run, 20, beyond: 10_000, "bus", accuracy: 4990)
        let gate = try Fence(id: Identifier("gate"), shape: Self.place(5000))
        try Self.change(run, [gate], 30)
        #expect(Self.changed(run) == ["bus"])
    }

    @Test func `changes a device on the network of a new fence`() throws {
        let run = try Self.run([try .circle("depot")])
        try Self.join(run, 20, "Camp", "bus")
        let camp = try Fence(id: Identifier("camp"), shape: nil, wifi: [WiFiPattern("Camp")])
        try Self.change(run, [camp], 30)
        #expect(Self.changed(run) == ["bus"])
        #expect(run.toldStatuses == ["bus/camp"])
    }

    @Test func `changes those in a fence that goes with a device, and none while that one has no place`()
        throws
    {
        let groups = [try Identifier("g")]
        let follow = try Follow(device: Identifier("van"), radius: 100)
        let escort = try Fence(id: Identifier("escort"), shape: nil, follows: follow, groups: groups)
        let others = [try Fence.circle("depot", groups: ["g"]), try .circle("camp"), try .circle("shed")]
        let run = try Self.run(others + [escort], reportAllUpTo: 2)
        try Self.fix(run, 20, beyond: -40, "bike")
        #expect(run.statuses["bike/escort"]?.status == .inside)
        try Self.change(run, [], removing: ["escort"], 30)
        #expect(Self.changed(run) == ["bike"])
        run.engine.device(follow.device).map { run.engine.forget(device: $0) }
        try Self.fix(run, 35, beyond: 20_000, "bus")
        try Self.change(run, [escort], 40)
        #expect(Self.changed(run) == [])
        try Self.fix(run, 50, beyond: 20_020, "van")
        #expect(run.statuses["bus/escort"]?.status == .inside)
    }

    @Test func `clears a group with its last fence, of who was inside another one, too`() throws {
        let group = try Identifier("h")
        let fences = try [("a", 10_000.0), ("b", 90_000)].map { name, metres in
            try Fence(id: Identifier(name), shape: Self.place(metres), groups: [group])
        }
        let run = try Self.run(try (0..<3).map { try .circle("depot\($0)") } + fences, reportAllUpTo: 2)
        #expect(run.groups["bus/h"]?.status == .inside)
        try Self.change(run, [], removing: ["a"], 20)
        #expect(run.groups["bus/h"]?.status == .outside)
        try Self.change(run, [], removing: ["b"], 30)
        #expect(run.groups.isEmpty)
        #expect(run.effects.clearedGroups.map { "\($0.group)/\($0.device)" } == ["h/bus"])
    }

    @Test func `tells nothing of a silence in which another fence changes`() throws {
        let run = try Self.run([try .circle("depot") { $0.staleAfter = 60 }])
        _ = run.engine.advance(to: .second(100), &run.effects)
        let gate = try Fence(id: Identifier("gate"), shape: Self.place(5000))
        try Self.change(run, [gate], 110)
        #expect(Self.changed(run) == [] && run.toldStatuses == [])
        #expect(run.statuses["van/depot"]?.status == .unknown)
        try Self.fix(run, 120, beyond: -50, "van")
        #expect(run.toldStatuses == ["van/depot"])
        #expect(run.statuses["van/depot"]?.status == .inside)
    }

    @Test func `changes nobody where the same fences are given again`() throws {
        let fences = [try Fence.circle("depot"), try .circle("camp", groups: ["g"])]
        let run = try Self.run(fences)
        run.engine.didCheckpoint()
        run.engine.replaceFences(
            fences,
            reportAllUpTo: 0,
            stream: run.engine.stream,
            at: .second(20),
            &run.effects
        )
        #expect(Self.changed(run) == [])
    }

    /// A phone's own fences come and go by themselves; what others have a status of stays as it is.
    @Test(arguments: [(FenceOrigin.placed, ["bus", "van"]), (.waypoint, ["van"])])
    func `a waypoint makes no more or fewer statuses be reported`(
        _ origin: FenceOrigin,
        _ expected: [String]
    ) throws {
        let run = try Self.run([try .circle("depot")], reportAllUpTo: 1)
        let home = try Fence(
            id: Identifier("home"),
            shape: Self.place(0),
            devices: [DevicePattern("van")],
            origin: origin
        )
        try Self.change(run, [home], 20)
        #expect(Self.changed(run) == expected)
        try Self.change(run, [], removing: ["home"], 30)
        #expect(Self.changed(run) == expected)
    }
}

// MARK: - The same as a look at every device

extension ConcernedDeviceTests {
    private static let devices = ["van", "bus", "bike", "cart", "walker", "ship"]
    private static let networks = ["Camp", "Port", "Home"]

    private static func fence(_ random: inout SeededGenerator) throws -> Fence {
        let metres = Double.random(in: -3000..<3000, using: &random)
        let circle = try Circle(
            center: Yard.place(beyond: metres),
            radius: Double.random(in: 20..<2500, using: &random)
        )
        var rules = Rules()
        rules.accuracy = [.hysteresis, .lenient, .strict, .ignore][Int.random(in: 0..<4, using: &random)]
        rules.margin = Bool.random(using: &random) ? 0 : 30
        (rules.exitAfter, rules.dwell) = (Bool.random(using: &random) ? 0 : 20, [30])
        if Int.random(in: 0..<4, using: &random) == 0 { rules.staleAfter = 40 }
        let isNetwork = Int.random(in: 0..<4, using: &random) == 0
        let leader = try Identifier(#require(devices.randomElement(using: &random)))
        let isFollowing = !isNetwork && Int.random(in: 0..<4, using: &random) == 0
        let hasNetwork = Bool.random(using: &random)
        return try Fence(
            id: Identifier("f\(Int.random(in: 0..<6, using: &random))"),
            shape: isNetwork || isFollowing ? nil : .circle(circle),
            follows: isFollowing ? Follow(device: leader, radius: circle.radius) : nil,
            wifi: isNetwork || hasNetwork
                ? [WiFiPattern(#require(networks.randomElement(using: &random)))] : [],
            groups: [[], ["g"], ["g", "h"]][Int.random(in: 0..<3, using: &random)].map {
                try Identifier($0)
            },
            rules: rules,
            isMonitored: Int.random(in: 0..<6, using: &random) > 0
        )
    }

    /// Has every device looked at.
    private static func replace(_ all: Run, _ fences: [Fence], _ second: Double) {
        all.effects.removeAll()
        all.engine.replaceFences(
            fences,
            reportAllUpTo: 1 - all.engine.reportAllUpTo,
            at: .second(second),
            &all.effects
        )
        all.events += all.effects.events
    }

    /// A device is forgotten, without the fences that go with it.
    private static func forget(_ device: String, _ few: Run, _ all: Run, _ second: Double) throws {
        guard let number = few.engine.device(try Identifier(device)) else { return }
        let followers = few.engine.followers(ofDevice: number)
        let ids = Set(followers.map(\.id))
        let fences = all.engine.allFences
        try change(few, [], removing: followers.map(\.id.description), second)
        replace(all, fences.filter { !ids.contains($0.id) }, second)
        for run in [few, all] {
            try run.engine.device(Identifier(device)).map { run.engine.forget(device: $0) }
            run.engine.releaseNumbers()
        }
        try change(few, followers, second)
        replace(all, fences, second)
    }

    /// A step by chance, for an engine that is told of the change alone and one in which every device is
    /// looked at.
    private static func step(_ second: Double, _ few: Run, _ all: Run, _ random: inout SeededGenerator) throws
    {
        let device = devices[Int.random(in: 0..<devices.count, using: &random)]
        switch Int.random(in: 0..<5, using: &random) {
        case 0: try forget(device, few, all, second)
        case 1:
            let fence = try fence(&random)
            let gone = try Identifier("f\(Int.random(in: 0..<6, using: &random))")
            let isGoing = gone != fence.id && Bool.random(using: &random)
            try change(few, [fence], removing: isGoing ? [gone.description] : [], second)
            let rest = all.engine.allFences.filter { $0.id != fence.id && !(isGoing && $0.id == gone) }
            replace(all, rest + [fence], second)
        case 2:
            let network = try #require(networks.randomElement(using: &random))
            for run in [few, all] { try join(run, second, network, device) }
        case 3:
            for run in [few, all] { run.take(.advance(.second(second))) }
        default:
            let metres = Double.random(in: -4000..<4000, using: &random)
            let accuracy = ([nil, 5, 40, 900] as [Double?])[Int.random(in: 0..<4, using: &random)]
            for run in [few, all] { try fix(run, second, beyond: metres, device, accuracy: accuracy) }
        }
    }

    @Test(arguments: Rounds.seeds(16))
    func `comes to the same as a look at every device`(_ seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let fences = [try Fence.circle("depot", groups: ["g"]), try .circle("camp", radius: 1500)]
        let (few, all) = (Run(fences, reportAllUpTo: 0), Run(fences, reportAllUpTo: 0))
        var (untouched, count) = (0, 0)
        for step in 0..<160 {
            try Self.step(Double(step * 10), few, all, &random)
            let place: Comment = "seed \(seed), step \(step)"
            try #require(few.events == all.events, place)
            try #require(few.statuses == all.statuses && few.groups == all.groups, place)
            try #require(few.occupants == all.occupants, place)
            let cleared = [few, all].map { Set($0.effects.clearedGroups.map { "\($0.group)/\($0.device)" }) }
            try #require(cleared[0] == cleared[1], place)
            try #require(few.toldStatuses.isSubset(of: all.toldStatuses), place)
            if few.engine.changedDevices.count < all.engine.changedDevices.count { untouched += 1 }
            count += few.engine.changedDevices.count
        }
        #expect(untouched > 0 && count > 0)
    }
}
