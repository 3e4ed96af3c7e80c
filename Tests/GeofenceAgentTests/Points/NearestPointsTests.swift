import BenchmarkSupport
import GeofenceCore
import Testing

@testable import AgentTestSupport
@testable import geofence_agent

/// What is found near a device is kept for as long as it holds: nothing that is published depends on that.
@Suite struct NearestPointsTests {
    @Test(arguments: 1...6)
    func `leads to the same as a search for each position`(_ seed: Int) throws {
        var random = SeededGenerator(seed: UInt64(seed))
        let settings = try Self.settings(&random)
        let (keeping, searching) = (AgentDriver(settings), AgentDriver(settings))
        for driver in [keeping, searching] { driver.agent.useConfiguredFences(at: AgentDriver.at(0)) }
        var (published, kept) = (0, 0)
        var places = (0..<3).map { _ in
            (52 + Double.random(in: -0.005...0.005, using: &random), 13.0)
        }
        for step in 1...600 {
            let device = Int.random(in: 0..<3, using: &random)
            let (reach, time) = (step % 10 == 0 ? 0.003 : 0.000_02, Int64(step) * 7000)
            places[device].0 += Double.random(in: -reach...reach, using: &random)
            places[device].1 += Double.random(in: -reach...reach, using: &random)
            let (latitude, longitude) = places[device]
            let stamp = AgentDriver.beginning + time
            let payload = #"{"lat":\#(latitude),"lon":\#(longitude),"acc":8,"timestamp":\#(stamp)}"#
            searching.agent.port.nearestPoints.reset()
            let place = try Coordinate(latitude: latitude, longitude: longitude)
            if let number = keeping.agent.tracker.engine.device(try Identifier("van\(device)")),
                keeping.agent.port.nearestPoints.knownVersion(near: number, at: place) != nil
            {
                kept += 1
            }
            for driver in [keeping, searching] {
                driver.take("fleet/van\(device)/location", payload, at: time)
            }
            try #require(keeping.news == searching.news, "seed \(seed), step \(step)")
            try #require(Self.positions(keeping) == Self.positions(searching), "seed \(seed), step \(step)")
            #expect(Self.positions(keeping).count == step)
            published += keeping.news.filter { $0.contains("nearby") || $0.contains("poi-") }.count
            for driver in [keeping, searching] { driver.didCommit() }
        }
        #expect(published > 50 && kept > 50, "\(kept) of \(published)")
    }

    @Test func `a device that comes back has the points of the place it comes back to`() throws {
        var random = SeededGenerator(seed: 9)
        let points = try #require(try Self.settings(&random).pois)
        let here = try Coordinate(latitude: 52, longitude: 13)
        let there = try Coordinate(latitude: 52.004, longitude: 13)
        var nearest = NearestPoints()
        let found = nearest.find(near: 0, at: here, points)
        #expect(!found.points.isEmpty)
        #expect(nearest.knownVersion(near: 0, at: here) == found.version)
        #expect(nearest.version(near: 0, at: there, points) != found.version)
        #expect(nearest.find(near: 0, at: here, points).points == found.points)
        #expect(nearest.knownVersion(near: 0, at: here) != nil)
        #expect(nearest.knownVersion(near: 1, at: here) == nil)
        #expect(nearest.knownVersion(near: 0, at: there) == nil)
        nearest.reset()
        #expect(nearest.knownVersion(near: 0, at: here) == nil)
    }

    /// Points some 150 m apart, of which a device has some near it, and fences around some of those.
    private static func settings(_ random: inout SeededGenerator) throws -> AgentSettings {
        var (settings, builder) = (PointSettings(), PointTableBuilder(tags: []))
        settings.nearest = Int.random(in: 1...3, using: &random)
        settings.regionsAround = Int.random(in: 1...3, using: &random)
        settings.regions = Bool.random(using: &random) ? [30, 100] : []
        settings.searchRadius = Double.random(in: 100...500, using: &random)
        (settings.filter.time, settings.filter.distance) = (30, 5)
        for number in 0..<200 {
            let latitude = 52 + Double.random(in: -0.01...0.01, using: &random)
            let longitude = 13 + Double.random(in: -0.01...0.01, using: &random)
            let place = try Coordinate(latitude: latitude, longitude: longitude)
            try builder.add(ParsedPoint(id: "p\(number)", name: "", place: place))
        }
        var setup = try AgentDriver.setup(fences: [AgentDriver.depot()], deviceEvery: 60_000)
        setup.pois = PointsOfInterest(settings: settings, table: PointTable(builder, fingerprint: "points"))
        setup.history = HistorySettings()
        setup.places.rules = PlaceRules()
        return setup
    }

    /// What waits to be kept of where devices were.
    private static func positions(_ driver: AgentDriver) -> [HistoryPosition] {
        driver.agent.batch(with: .all).history.positions.flatMap(\.rows)
    }
}
