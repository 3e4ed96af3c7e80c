import GeofenceCore
import Testing

/// "Crossing: two consecutive fixes outside, but the path between them cuts the fence: enter and exit, times
/// interpolated".
@Suite struct PassThroughTests {
    /// From 500 m north of the depot's edge to 500 m south of its other edge: 1,200 m, of which 200 m are
    /// inside.
    private func pass(
        in seconds: Double = 120,
        accuracy: Double? = nil,
        _ rules: (inout Rules) -> Void = { _ in }
    ) throws -> Track {
        let track = try Track(
            .circle("depot") {
                $0.crossing = true
                rules(&$0)
            }
        )
        try track.fix(0, beyond: 500, accuracy: accuracy)
        try track.fix(seconds, beyond: -700, accuracy: accuracy)
        return track
    }

    @Test func `an enter and an exit, at the times at which the straight way meets the edge`() throws {
        let track = try pass()
        #expect(
            track.told == [
                "enter depot 50 via region by crossing fix -700 #1",
                "exit depot 70 after 20 via region by crossing visit 50 fix -700 #2",
            ]
        )
        #expect(try track.status() == "outside since 70")
    }

    /// A ring of which the way cuts one side, to end in the other.
    @Test func `none where the second position lies inside, whatever lies on the way to it`() throws {
        func square(_ half: Double) throws -> [Position] {
            try [(-half, -half), (half, -half), (half, half), (-half, half), (-half, -half)].map {
                try Position(longitude: 13 + $0.0, latitude: $0.1)
            }
        }
        var rules = Rules()
        rules.crossing = true
        let shape = Shape.area(try Area(polygons: [[square(0.003), square(0.001)]]))
        let track = try Track(Fence(id: Identifier("ring"), shape: shape, rules: rules))
        func fix(_ second: Double, _ latitude: Double) throws {
            try track.fix(second, at: Coordinate(latitude: latitude, longitude: 13))
        }
        try fix(0, 0.004)
        try fix(60, -0.002)
        #expect(track.told == ["enter ring 60 via region by position fix ? #1"])
        try fix(120, 0.004)
        #expect(track.told.count == 2)
        try fix(180, -0.004)
        #expect(track.events.count { $0.cause == .crossing } == 4)
    }

    @Test func `without crossing nothing is said of the way`() throws {
        #expect(try pass { $0.crossing = false }.told == [])
    }

    @Test(arguments: [(120.0, 2), (120.001, 0)])
    func `maxGap: at most so long a time between the fixes`(_ seconds: Double, _ events: Int) throws {
        #expect(try pass(in: seconds) { $0.maxGap = 120 }.events.count == events)
    }

    @Test(arguments: [(20.0, 2), (20.1, 0)])
    func `enterAfter: only a visit that lasts so long`(_ hold: Double, _ events: Int) throws {
        #expect(try pass { $0.enterAfter = hold }.events.count == events)
    }

    @Test func `dwell times on the way are told`() throws {
        let track = try pass { $0.dwell = [15, 25] }
        #expect(
            track.told == [
                "enter depot 50 via region by crossing fix -700 #1",
                "dwell 15 depot 65 via region by crossing visit 50 fix -700 #2",
                "exit depot 70 after 20 via region by crossing visit 50 fix -700 #3",
            ]
        )
    }

    @Test(
        arguments: [
            (AccuracyRule.hysteresis, 100.0, 2), (.hysteresis, 100.1, 0), (.ignore, 900, 2),
            (.lenient, 100, 2),
            (.strict, 99, 2), (.strict, 100, 0),
        ]
    )
    func `fixes too vague for a fence prove no crossing of it`(
        _ rule: AccuracyRule,
        _ accuracy: Double,
        _ events: Int
    ) throws {
        #expect(try pass(accuracy: accuracy) { $0.accuracy = rule }.events.count == events)
    }

    @Test func `a way that misses the fence is none`() throws {
        let track = try Track(.circle("depot") { $0.crossing = true })
        try track.fix(0, at: Coordinate(latitude: 0.01, longitude: 13.001))
        try track.fix(60, at: Coordinate(latitude: -0.01, longitude: 13.001))
        #expect(track.told == [])
    }

    @Test func `two fences on one way, each in its time, then what happens at the fix itself`() throws {
        let north = try Fence(
            id: Identifier("north"),
            shape: .circle(Circle(center: Yard.place(beyond: 900), radius: 100))
        )
        let track = try Track(.circle("depot") { $0.crossing = true }, north)
        try track.fix(0, beyond: -700)
        try track.fix(160, beyond: 900)
        #expect(
            track.events.map { "\($0.kind == .enter ? "enter" : "exit") \($0.fence) \($0.cause.rawValue)" }
                == [
                    "enter depot crossing", "exit depot crossing", "enter north position",
                ]
        )
    }

    @Test func `from inside there is no crossing, only an exit`() throws {
        let track = try Track(.circle("depot") { $0.crossing = true })
        try track.fix(0, beyond: -50)
        try track.fix(60, beyond: 500)
        #expect(track.told == ["exit depot 60 after 60 via region by position visit 0 fix 500 #1"])
    }

    @Test func `a group is passed through with its fence`() throws {
        let track = try Track(.circle("depot", groups: ["depots"]) { $0.crossing = true })
        try track.fix(0, beyond: 500)
        try track.fix(120, beyond: -700)
        #expect(
            track.told.dropFirst(2) == [
                "enter depots 50 as group via region by crossing fix -700 #1",
                "exit depots 70 after 20 as group via region by crossing visit 50 fix -700 #2",
            ]
        )
        #expect(try track.group("depots") == "outside since 70")
    }

    @Test func `a group is passed through once, however many of its fences lie within one another`() throws {
        let outer = try Fence.circle("outer", radius: 200, groups: ["depots"]) {
            $0.crossing = true
            $0.dwell = [5]
        }
        let track = try Track(.circle("inner", groups: ["depots"]) { $0.crossing = true }, outer)
        try track.fix(0, beyond: 500)
        try track.fix(120, beyond: -700)
        #expect(
            track.told.filter { $0.contains("depots") } == [
                "enter depots 40 as group via region by crossing fix -700 #1",
                "exit depots 80 after 40 as group via region by crossing visit 40 fix -700 #2",
            ]
        )
        #expect(track.events.count == 7)
    }
}
