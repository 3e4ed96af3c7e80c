import BenchmarkSupport
import GeofenceCore
import Testing

/// "One fence's terms concern that fence alone": what it refuses, the others judge as if it were not there.
@Suite struct OwnTermsTests {
    /// A circle somewhere on 13° east.
    private static func circle(
        _ id: String,
        _ latitude: Double,
        radius: Double = 100,
        _ change: (inout Rules) -> Void = { _ in }
    ) throws -> Fence {
        var rules = Rules()
        change(&rules)
        let center = try Coordinate(latitude: latitude, longitude: 13)
        let shape = Shape.circle(try Circle(center: center, radius: radius))
        return try Fence(id: Identifier(id), shape: shape, rules: rules)
    }

    private static func place(_ latitude: Double) throws -> Coordinate {
        try Coordinate(latitude: latitude, longitude: 13)
    }

    @Test func `a strict gate leaves the accuracy rule of its neighbour alone`() throws {
        let gate = try Self.circle("gate", 52.0036, radius: 30) { $0.maxAccuracy = 50 }
        let track = try Track(Self.circle("site", 52, radius: 400), gate)
        for (minute, latitude) in [52.0037, 52.0035, 52.0037, 52.0035, 52.0037].enumerated() {
            try track.fix(Double(minute) * 60, at: Self.place(latitude), accuracy: 65)
        }
        #expect(track.told == ["enter site 60 via region by position fix ?±65 #1"])
    }

    @Test func `a first position that one fence refuses is the first for the others`() throws {
        let track = try Track(Self.circle("a", 52), Self.circle("b", 52.1, radius: 50))
        try track.fix(0, at: Self.place(52.002), accuracy: 1500)
        try track.fix(60, at: Self.place(52.1), accuracy: 300)
        #expect(track.told == [])
        try track.fix(120, at: Self.place(52.1), accuracy: 300)
        #expect(track.told == ["enter b 120 via region by position fix ?±300 #1"])
    }

    @Test func `what stands in a status belongs to the last position that the fence used`() throws {
        let track = try Track(Self.circle("depot", 52), Self.circle("home", 52.1))
        try track.fix(0, at: Self.place(52.1), accuracy: 5)
        try track.fix(60, at: Self.place(52.001), accuracy: 1500)
        let home = try #require(try track.report("home"))
        #expect(home.status == .outside && home.accuracy == 1500 && home.time == .second(60))
        #expect(home.distance.map { $0 > 10_000 } == true && home.confidence.map { $0 > 0.99 } == true)
        let depot = try #require(try track.report("depot"))
        #expect(depot.accuracy == 5 && depot.time == .second(0))
        #expect(depot.distance.map { $0 > 10_000 } == true && depot.confidence == 1)
        #expect(track.engine.report(device: 0).fixTime == .second(60))
    }

    @Test func `a late position is late for the fence that has used a newer one, and for no other`() throws {
        let anyone = try Self.circle("b", 52) { $0.accuracy = .ignore }
        let track = try Track(Self.circle("a", 52), anyone)
        try track.fix(0, at: Self.place(52))
        try track.fix(100, at: Self.place(52.0001), accuracy: 1500)
        let outcome = try track.fix(50, at: Self.place(52.01))
        #expect(outcome == Outcome.make { $0.accepted = true })
        #expect(track.told == ["exit a 50 after 50 via region by position visit 0 fix ? #1"])
        #expect(try track.status("b") == "inside since 0 via region visit 0")
        #expect(track.engine.report(device: 0).fixTime == .second(100))
        #expect(try track.fix(40, at: Self.place(52)) == Outcome.make { $0.late = true })
        #expect(try track.fix(50, at: Self.place(52.01)).late)
    }

    @Test func `a hold that a late position begins is over where the newest stamp lies behind it`() throws {
        let held = try Self.circle("held", 52, radius: 200) { $0.enterAfter = 60 }
        let track = try Track(held)
        try track.fix(0, at: Self.place(52.01), accuracy: 5)
        // Too vague for the fence, which goes by what is older.
        try track.fix(200, at: Self.place(52.001), accuracy: 1500)
        try track.fix(100, at: Self.place(52), accuracy: 15)
        #expect(track.told == ["enter held 100 confirmed 160 via region by timer fix ?±1500 #1"])
        try track.fix(120, at: Self.place(52.01), accuracy: 5)
        #expect(track.told.last == "exit held 120 after 20 via region by position visit 100 fix ?±5 #2")
    }

    @Test func `a hold that a late position begins goes on where no stamp lies behind it`() throws {
        let held = try Self.circle("held", 52, radius: 200) { $0.enterAfter = 60 }
        let track = try Track(held)
        try track.fix(0, at: Self.place(52.01), accuracy: 5)
        try track.fix(160, at: Self.place(52.001), accuracy: 1500)
        try track.fix(100, at: Self.place(52), accuracy: 15)
        try track.fix(120, at: Self.place(52.01), accuracy: 5)
        #expect(track.told == [])
    }

    @Test func `what no position caused has the device's last one, whatever fences made of it`() throws {
        let held = try Self.circle("held", 52, radius: 3000) {
            $0.maxAccuracy = 5000
            $0.exitAfter = 30
        }
        let track = try Track(held, Self.circle("far", 52.1))
        try track.fix(0, at: Self.place(52))
        try track.fix(10, at: Self.place(52.06), accuracy: 20)
        try track.fix(20, at: Self.place(52.09), accuracy: 1200)
        track.clock(60)
        let fix = try #require(track.events.first?.fix)
        #expect(track.events.count == 1 && fix.accuracy == 1200)
    }

    @Test func `a fence that comes where the last position is too vague for it knows nothing`() throws {
        let track = try Track()
        try track.fix(0, at: Self.place(52), accuracy: 1500)
        track.replace(10, try Self.circle("new", 52))
        #expect(try track.status("new") == "unknown")
        try track.fix(20, at: Self.place(52), accuracy: 5)
        #expect(track.told == [])
        #expect(try track.status("new") == "inside since 20 via region visit 20")
    }

    @Test func `a way is that between two positions that the fence has used`() throws {
        let gate = try Self.circle("gate", 52, radius: 50) {
            $0.crossing = true
            $0.maxAccuracy = 100
        }
        let track = try Track(gate)
        try track.fix(0, at: Self.place(51.998))
        try track.fix(10, at: Self.place(52.0015), accuracy: 150)
        try track.fix(20, at: Self.place(52.002))
        #expect(track.events.map(\.cause) == [.crossing, .crossing])
    }

    /// Each fence alone, and among all the others, sends the same events; those of groups are of all their
    /// fences together, and a fence that follows a device lets the timers of others run when it moves.
    @Test(arguments: 501...510 as ClosedRange<UInt64>)
    func `adding a fence never changes the events of another`(_ seed: UInt64) throws {
        var character = WideWorld.Character.of(seed: seed)
        character.fences = 5
        character.features.remove(.followers)
        let inputs = try WideInputs(seed: seed, count: 100, character)
        let all = inputs.start
        all.go(inputs.inputs)
        for fence in inputs.fences {
            let alone = Run([fence], stream: inputs.stream)
            alone.go(inputs.inputs)
            let among = all.events.filter { $0.fence == fence.id && !$0.isGroup }
            let own = Set(alone.events.filter { !$0.isGroup })
            let wrong = Set(among).symmetricDifference(own).min { $0.time < $1.time }
            try #require(wrong == nil, "seed \(seed), fence \(fence.id)")
            #expect(among.count == own.count, "seed \(seed), fence \(fence.id)")
        }
    }
}

extension Run {
    /// Takes inputs, and lets the clock run up to each before.
    fileprivate func go(_ inputs: [RandomWorld.Input]) {
        for input in inputs {
            take(.advance(input.arrival))
            take(input)
        }
    }
}
