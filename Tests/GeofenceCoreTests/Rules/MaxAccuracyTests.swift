import GeofenceCore
import Testing

/// "Under every rule but `ignore`, a fix with a > `maxAccuracy` is used only if it clears the edge".
@Suite struct MaxAccuracyTests {
    static let vague = Outcome.make { ($0.accepted, $0.inaccurate) = (true, true) }
    static let taken = Outcome.make { $0.accepted = true }

    @Test func `it is 1,000 m where nothing else is said`() {
        #expect(Rules().maxAccuracy == 1000)
    }

    @Test(arguments: [AccuracyRule.hysteresis, .lenient, .strict])
    func `a fix of just that accuracy is used, a vaguer one is counted and proves nothing`(
        _ rule: AccuracyRule
    )
        throws
    {
        let track = try Track(
            .circle(radius: 5000) {
                $0.accuracy = rule
                $0.maxAccuracy = 200
            }
        )
        try track.fix(0, beyond: 9000)
        #expect(try track.fix(1, beyond: -90, accuracy: (200.0).nextUp) == Self.vague)
        #expect(track.told == [])
        #expect(try track.fix(2, beyond: -90, accuracy: 200) == Self.taken)
        #expect(track.told == ["enter depot 2 via region by position fix -90±200 #1"])
    }

    @Test func `under ignore every fix is used`() throws {
        let track = try Track(.circle { $0.accuracy = .ignore })
        try track.fix(0, beyond: 9000)
        #expect(try track.fix(1, beyond: -90, accuracy: 1_000_000) == Self.taken)
        #expect(track.told == ["enter depot 1 via region by position fix -90±1000000 #1"])
    }

    @Test(arguments: [AccuracyRule.hysteresis, .lenient, .strict])
    func `a vague fix that clears the edge is used: an exit`(_ rule: AccuracyRule) throws {
        let track = try Track(
            .circle {
                $0.accuracy = rule
                $0.margin = 50
            }
        )
        try track.fix(0, beyond: -50)
        #expect(try track.fix(1, beyond: 2050, accuracy: 2001) == Self.vague)
        #expect(track.told == [])
        #expect(try track.fix(2, beyond: 2050, accuracy: 1999) == Self.taken)
        #expect(
            track.told == ["exit depot 2 after 2 via region by position visit 0 fix 2050±1999 #1"]
        )
    }

    @Test func `a distance of just a + margin does not clear it`() throws {
        let depot = try Fence.circle { $0.accuracy = .lenient }
        let distance = Geodesic.distance(try Yard.middle(), try Yard.place(beyond: 2000)) - 100
        let track = try Track(depot)
        try track.fix(0, beyond: -50)
        #expect(try track.fix(1, beyond: 2000, accuracy: distance) == Self.vague)
        #expect(try track.fix(2, beyond: 2000, accuracy: distance.nextDown) == Self.taken)
    }

    @Test func `a refused fix says nothing to the fence, and an older one after it is not late for it`()
        throws
    {
        let track = try Track(.circle())
        try track.fix(0, beyond: 500)
        try track.fix(10, beyond: 50, accuracy: 3000)
        #expect(try track.report()?.accuracy == nil)
        #expect(try track.report()?.time == .second(0))
        #expect(try track.fix(5, beyond: -20) == Self.taken)
        #expect(track.told == ["enter depot 5 via region by position fix -20 #1"])
    }

    @Test func `too vague for one fence it still proves the exit from another, and is a new position`() throws
    {
        let track = try Track(.circle("depot"), .circle("city", radius: 5000))
        try track.fix(0, beyond: -50)
        #expect(try track.fix(1, beyond: 2500, accuracy: 2000) == Self.vague)
        #expect(track.told == ["exit depot 1 after 1 via region by position visit 0 fix 2500±2000 #1"])
        #expect(try track.report("city")?.time == .second(0))
        #expect(track.engine.report(device: 0).fixTime == .second(1))
        #expect(try track.fix(0.5, beyond: -50) == Self.taken)
        #expect(track.events.count == 1)
        #expect(try track.report("city")?.time == .second(0.5))
    }

    @Test func `a first fix too vague for a fence leaves that one unknown and proves the outside of others`()
        throws
    {
        for reportAllUpTo in [0, 100] {
            let track = try Track(
                .circle("depot"),
                .circle("city", radius: 3000),
                reportAllUpTo: reportAllUpTo
            )
            #expect(try track.fix(0, beyond: 2500, accuracy: 2000) == Self.vague)
            #expect(try track.status("depot") == "outside since 0")
            #expect(try track.status("city") == "unknown")
            try track.fix(1, beyond: -50)
            #expect(track.told == ["enter depot 1 via region by position fix -50 #1"])
            #expect(try track.status("city") == "inside since 1 via region visit 1")
        }
    }

    @Test func `a first fix too vague for all fences teaches nothing`() throws {
        let track = try Track(.circle())
        #expect(try track.fix(0, beyond: 20, accuracy: 2000) == Self.vague)
        #expect(try track.status() == "unknown")
        try track.fix(1, beyond: 20)
        #expect(try track.status() == "outside since 1")
    }

    @Test(arguments: [.infinity, .greatestFiniteMagnitude] as [Double])
    func `an accuracy without end is too vague for every fence on Earth`(_ accuracy: Double) throws {
        let track = try Track(
            .circle("a"),
            .circle("b") { $0.accuracy = .lenient },
            .circle("c") { $0.accuracy = .strict }
        )
        try track.fix(0, beyond: 9000)
        #expect(try track.fix(1, beyond: -20, accuracy: accuracy) == Self.vague)
        #expect(track.told == [])
    }

    @Test func `without any fence every fix is a position`() throws {
        let track = try Track()
        #expect(try track.fix(0, beyond: 0, accuracy: 100_000) == Self.taken)
        #expect(track.engine.report(device: 0).fixTime == .second(0))
    }

    @Test
    func
        `one that proves the outside of a fence unknown so far is of use, and an older one after it is late there`()
        throws
    {
        let track = try Track(
            .circle("depot"),
            .circle("city", radius: 5000),
            .circle("any", radius: 10) { $0.maxAccuracy = 9000 }
        )
        try track.fix(0, beyond: 500, accuracy: 1500)
        #expect(try track.status("depot") == "unknown")
        #expect(try track.fix(5, beyond: 2000, accuracy: 1500) == Self.vague)
        #expect(try track.status("depot") == "outside since 5")
        #expect(try track.fix(4, beyond: -20) == Self.taken)
        #expect(try track.status("depot") == "outside since 5")
        #expect(try track.status("city") == "inside since 4 via region visit 4")
    }
}
