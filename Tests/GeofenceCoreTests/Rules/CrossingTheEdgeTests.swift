import GeofenceCore
import Testing

/// "Sides" and the accuracy of fixes, as a track shows them.
@Suite struct CrossingTheEdgeTests {
    @Test func `hysteresis: comes in at the edge and goes out beyond its accuracy`() throws {
        let track = try Track(.circle())
        try track.fix(0, beyond: 500)
        try track.fix(1, beyond: -1, accuracy: 30)
        try track.fix(2, beyond: 30, accuracy: 30.001)
        try track.fix(3, beyond: 30, accuracy: 29.999)
        #expect(
            track.told == [
                "enter depot 1 via region by position fix -1±30 #1",
                "exit depot 3 after 2 via region by position visit 1 fix 30±29.999 #2",
            ]
        )
    }

    @Test func `hysteresis: between the two the side stays`() throws {
        let track = try Track(.circle { $0.margin = 20 })
        try track.fix(0, beyond: 500)
        try track.fix(1, beyond: 5, accuracy: 10)
        try track.fix(2, beyond: -1)
        try track.fix(3, beyond: 25, accuracy: 10)
        #expect(track.told == ["enter depot 2 via region by position fix -1 #1"])
    }

    @Test func `hysteresis: a fix vaguer than the fence is wide needs a second one`() throws {
        let track = try Track(.circle(radius: 100))
        try track.fix(0, beyond: 500)
        try track.fix(1, beyond: -50, accuracy: 101)
        #expect(track.told == [])
        try track.fix(2, beyond: -40, accuracy: 101)
        #expect(track.told == ["enter depot 2 via region by position fix -40±101 #1"])
    }

    @Test(arguments: [5.0, 150.0])
    func `hysteresis: a fix outside in between, even one that proves nothing, starts anew`(_ metres: Double)
        throws
    {
        let track = try Track(.circle())
        try track.fix(0, beyond: 500)
        try track.fix(1, beyond: -50, accuracy: 101)
        try track.fix(2, beyond: metres, accuracy: 30)
        try track.fix(3, beyond: -50, accuracy: 101)
        #expect(track.told == [])
    }

    @Test
    func `hysteresis: the second one may be exact, and one that is refused in between counts for nothing`()
        throws
    {
        let track = try Track(.circle())
        try track.fix(0, beyond: 500)
        try track.fix(1, beyond: -50, accuracy: 101)
        try track.fix(2, beyond: 20, accuracy: 5000)
        try track.fix(3, beyond: -50, accuracy: 200)
        #expect(track.told == ["enter depot 3 via region by position fix -50±200 #1"])
    }

    @Test func `hysteresis: a repeat of the first is no second one`() throws {
        let track = try Track(.circle())
        try track.fix(0, beyond: 500)
        try track.fix(1, beyond: -50, accuracy: 101)
        #expect(try track.fix(1, beyond: -50, accuracy: 101).duplicate)
        #expect(track.told == [])
    }

    @Test func `ignore: the point alone counts`() throws {
        let track = try Track(.circle { $0.accuracy = .ignore })
        try track.fix(0, beyond: 500)
        try track.fix(1, beyond: -1, accuracy: 9000)
        try track.fix(2, beyond: 1, accuracy: 9000)
        #expect(
            track.told == [
                "enter depot 1 via region by position fix -1±9000 #1",
                "exit depot 2 after 1 via region by position visit 1 fix 1±9000 #2",
            ]
        )
    }

    @Test func `lenient: touching is enough, as in Home Assistant`() throws {
        let track = try Track(.circle { $0.accuracy = .lenient })
        try track.fix(0, beyond: 5000)
        try track.fix(1, beyond: 900, accuracy: 901)
        try track.fix(2, beyond: 900, accuracy: 899)
        #expect(
            track.told == [
                "enter depot 1 via region by position fix 900±901 #1",
                "exit depot 2 after 1 via region by position visit 1 fix 900±899 #2",
            ]
        )
    }

    @Test func `strict: the whole circle of error counts`() throws {
        let track = try Track(.circle { $0.accuracy = .strict })
        try track.fix(0, beyond: 500)
        try track.fix(1, beyond: -20, accuracy: 21)
        try track.fix(2, beyond: -20, accuracy: 19)
        try track.fix(3, beyond: 20, accuracy: 21)
        try track.fix(4, beyond: 20, accuracy: 19)
        #expect(
            track.told == [
                "enter depot 2 via region by position fix -20±19 #1",
                "exit depot 4 after 2 via region by position visit 2 fix 20±19 #2",
            ]
        )
    }

    @Test func `an accuracy of 0 is unknown, and counts as 0`() throws {
        let track = try Track(.circle { $0.accuracy = .strict })
        try track.fix(0, beyond: 500)
        try track.fix(1, beyond: -0.001, accuracy: 0)
        try track.fix(2, beyond: 0.001)
        #expect(
            track.told == [
                "enter depot 1 via region by position fix -0.001 #1",
                "exit depot 2 after 1 via region by position visit 1 fix 0.001 #2",
            ]
        )
    }

    @Test(arguments: AccuracyRule.allCases)
    func `the first fix of a device is judged by its point alone`(_ rule: AccuracyRule) throws {
        let inside = try Track(.circle { $0.accuracy = rule })
        try inside.fix(0, beyond: -1, accuracy: 900)
        #expect(try inside.status() == "inside since 0 via region visit 0")
        let outside = try Track(.circle { $0.accuracy = rule })
        try outside.fix(0, beyond: 1, accuracy: 900)
        #expect(try outside.status() == "outside since 0")
        #expect(inside.told + outside.told == [])
    }

    @Test func `a place exactly on the edge is inside`() throws {
        let radius = Geodesic.distance(try Yard.middle(), try Yard.place(beyond: 50))
        let track = try Track(.circle(radius: radius))
        try track.fix(0, beyond: 50)
        #expect(try track.report()?.distance == 0)
        #expect(try track.status() == "inside since 0 via region visit 0")
    }
}
