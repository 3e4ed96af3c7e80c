import GeofenceCore
import Testing

/// Visits, by named examples.
@Suite struct VisitDetectorTests {
    @Test func `a stay is told once it is certain, and again when it has ended`() throws {
        var track = try VisitTrack()
        track.rules = try VisitRules(leaveAfter: 60)
        for second in stride(from: 0.0, through: 600, by: 100) { track.add(second, east: 3) }
        track.add(700, east: 200)
        track.add(800, east: 300)
        var detector = VisitDetector()
        let told = track.fixes.map { detector.add($0.fix, at: $0.time, track.rules).map(\.name) }
        #expect(told == [[], [], [], ["arrival 300"], [], [], [], [], ["departure 600"]])
    }

    @Test func `a fix that is far off alone splits no stay, be it a visit already or not`() throws {
        for stray in [100.0, 700] {
            var track = try VisitTrack()
            for second in stride(from: 0.0, through: 1000, by: 100) {
                track.add(second, east: second == stray ? 900 : 0)
            }
            #expect(track.stays() == [[0, 1000]], "stray at \(stray)")
        }
    }

    @Test func `two stray fixes at once don't, two that last do`() throws {
        var track = try VisitTrack()
        track.rules = try VisitRules(leaveAfter: 60)
        for second in stride(from: 0.0, through: 1000, by: 20) {
            track.add(second, east: (500...540).contains(second) ? 900 : 0)
        }
        #expect(track.stays() == [[0, 1000]])
        track.fixes.removeAll()
        for second in stride(from: 0.0, through: 1000, by: 20) {
            track.add(second, east: (500...560).contains(second) ? 900 : 0)
        }
        #expect(track.stays() == [[0, 480], [580, 1000]])
    }

    @Test(arguments: [(780.0, 1), (800, 3)])
    func `by the defaults a drift of less than five minutes splits no stay, one of five is a visit`(
        _ end: Double,
        _ count: Int
    )
        throws
    {
        var track = try VisitTrack()
        for second in stride(from: 0.0, through: 2000, by: 20) {
            track.add(second, east: (500...end).contains(second) ? 900 : 0)
        }
        #expect(track.stays().count == count)
    }

    @Test func `a stay that is too short is no visit`() throws {
        var track = try VisitTrack()
        for second in stride(from: 0.0, through: 280, by: 20) { track.add(second) }
        track.add(400, east: 500)
        track.add(500, east: 1000)
        #expect(track.reports() == [])
    }

    @Test func `two fixes are no visit, three are`() throws {
        var track = try VisitTrack()
        track.add(0)
        track.add(1000)
        #expect(track.reports() == [])
        track.add(2000)
        #expect(track.stays() == [[0, 2000]])
    }

    @Test func `a long silence ends a visit with the next fix, wherever that is`() throws {
        var track = try VisitTrack()
        for second in [0.0, 200, 400, 44_000, 44_200, 44_400] { track.add(second) }
        #expect(track.stays() == [[0, 400], [44_000, 44_400]])
        track.fixes.removeAll()
        for second in [0.0, 200, 400, 43_600, 43_800] { track.add(second) }
        #expect(track.stays() == [[0, 43_800]])
    }

    /// Fixes of the first minute at a place, then a silence, then a drive that begins so many metres away.
    private func silentStay(_ hours: Double, away metres: Double) throws -> VisitTrack {
        var track = try VisitTrack()
        for second in [0.0, 20, 40, 60] { track.add(second) }
        for index in 0..<30 {
            track.add(hours * 3600 + 60 + Double(20 * index), east: metres + 300 * Double(index))
        }
        return track
    }

    @Test func `a phone that falls silent at rest is there until it must have left`() throws {
        let stays = try silentStay(8, away: 900).stays()
        try #require(stays.count == 1)
        // The way to where the fifteenth fix is at most would take a walker an hour; it had left by the first
        // fix outside.
        #expect(stays[0][0] == 0)
        #expect(stays[0][1] > 6.5 * 3600 && stays[0][1] <= 8 * 3600 + 60 - 600)
    }

    @Test func `the arrival of a silent stay is told before its departure`() throws {
        let reports = try silentStay(8, away: 900).reports()
        try #require(reports.count == 2)
        guard case .arrival(let arrived) = reports[0], case .departure(let left) = reports[1] else {
            throw NoVisit()
        }
        #expect(arrived.arrival == left.arrival && arrived.departure == nil && left.fixes == 4)
    }

    @Test(arguments: [(0.6, 900.0), (8, 43_000), (13, 900)])
    func `a silence that the way explains, or one too long, is no stay`(_ hours: Double, _ away: Double)
        throws
    {
        #expect(try silentStay(hours, away: away).stays() == [])
    }

    @Test func `a fix that is too vague neither ends nor begins nor holds anything`() throws {
        var track = try VisitTrack()
        for second in [0.0, 200, 400] { track.add(second) }
        for second in [500.0, 600, 700] { track.add(second, east: 3000, accuracy: 101) }
        for second in [800.0, 900] { track.add(second) }
        #expect(track.stays() == [[0, 900]])
    }

    @Test func `the fixes that end one stay begin the next`() throws {
        var track = try VisitTrack()
        for second in stride(from: 0.0, through: 600, by: 100) { track.add(second) }
        for second in stride(from: 700.0, through: 1300, by: 100) { track.add(second, east: 400) }
        #expect(track.stays() == [[0, 600], [700, 1300]])
    }

    @Test func `late and repeated fixes change nothing`() throws {
        var track = try VisitTrack()
        for second in [0.0, 200, 400, 600] { track.add(second) }
        let expected = track.reports()
        track.fixes.removeAll()
        for second in [0.0, 200, 400, 400, 100, 600, 600] {
            let isLate = second == 100
            track.add(second, east: isLate ? 800 : 0)
        }
        #expect(track.reports() == expected)
    }

    @Test(arguments: [0.1, 0.3, 0.5, 1.4])
    func `a slow walk drags no visit along`(_ speed: Double) throws {
        var track = try VisitTrack()
        for second in stride(from: 0.0, through: 7200, by: 10) { track.add(second, east: second * speed) }
        for stay in track.stays() { #expect((stay[1] - stay[0]) * speed <= 100.5) }
        if speed > 0.34 { #expect(track.stays() == []) }
    }

    @Test(arguments: [(52.0, 180.0), (89.9999, 10), (-90, 0), (0, -179.9999)])
    func `the middle is right everywhere`(_ latitude: Double, _ longitude: Double) throws {
        var track = try VisitTrack(latitude: latitude, longitude: longitude)
        for (index, east) in [20.0, -20, 20, -20, 0].enumerated() {
            track.add(Double(index) * 100, east: east)
        }
        guard case .departure(let visit)? = track.reports().last else { throw NoVisit() }
        #expect(Geodesic.distance(visit.center, track.home) < 0.001)
    }

    @Test func `an accurate fix weighs more than a vague one`() throws {
        var track = try VisitTrack()
        track.add(0, east: 0, accuracy: 10)
        track.add(200, east: 45, accuracy: 20)
        track.add(400, east: 0, accuracy: 10)
        guard case .departure(let visit)? = track.reports().last else { throw NoVisit() }
        #expect(abs(Geodesic.distance(visit.center, track.home) - 5) < 0.01)
        #expect(abs((visit.accuracy ?? 0) - (3 / 0.0225).squareRoot()) < 1e-9)
    }

    private struct NoVisit: Error {}
}

extension VisitReport {
    fileprivate var name: String {
        switch self {
        case .arrival(let visit): "arrival \(Int(visit.duration))"
        case .departure(let visit): "departure \(Int(visit.duration))"
        }
    }
}
