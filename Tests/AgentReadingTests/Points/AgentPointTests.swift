import GeofenceCore
import Testing

@testable import AgentTestSupport
@testable import geofence_agent

/// What the agent tells of the points near a device, and the fences that it puts around them.
@Suite struct AgentPointTests {
    /// Points on one meridian, a kilometre apart or so: a at 52.00, b at 52.01, and so on.
    private static func points(_ count: Int = 3, _ change: (inout PointSettings) -> Void) throws
        -> PointsOfInterest
    {
        var (settings, builder) = (PointSettings(), PointTableBuilder(tags: []))
        change(&settings)
        for number in 0..<count {
            let place = try Coordinate(latitude: 52 + 0.01 * Double(number), longitude: 13)
            let id = String(UnicodeScalar(UInt8(97 + number)))
            try builder.add(ParsedPoint(id: id, name: "Point \(id)", place: place))
        }
        return PointsOfInterest(settings: settings, table: PointTable(builder, fingerprint: "\(count)"))
    }

    private static func driver(_ change: (inout PointSettings) -> Void) throws -> AgentDriver {
        var setup = try AgentDriver.setup(fences: [])
        setup.pois = try points(3, change)
        setup.reportAllUpTo = 0
        let driver = AgentDriver(setup)
        driver.agent.useConfiguredPoints(at: AgentDriver.at(0))
        return driver
    }

    private static func move(
        _ driver: AgentDriver,
        _ latitude: Double,
        at seconds: Int64,
        accuracy: Double = 5
    ) {
        let time = AgentDriver.beginning + seconds * 1000
        driver.take(
            "fleet/van/location",
            #"{"lat":\#(latitude),"lon":13,"acc":\#(accuracy),"timestamp":\#(time)}"#,
            at: seconds * 1000
        )
    }

    private static func nearby(_ driver: AgentDriver) -> [String] {
        driver.news.filter { $0.hasPrefix("geofence/nearby/") }
    }

    @Test func `tells the nearest points with distance and bearing`() throws {
        let driver = try Self.driver { $0.nearest = 2 }
        Self.move(driver, 51.999, at: 0)
        #expect(
            Self.nearby(driver) == [
                #"geofence/nearby/van {"time":"2025-10-09T08:53:20.000Z","pois":[{"id":"a","name":"Point a","distance":111.3,"bearing":0},{"id":"b","name":"Point b","distance":1223.9,"bearing":0}]}"#
            ]
        )
    }

    @Test func `tells again once other points are near, or both the distance and the time have passed`()
        throws
    {
        let driver = try Self.driver { _ in }
        var told: [Int] = []
        let steps: [(Double, Int64)] = [
            (52.001, 0), (52.003, 10), (52.0011, 30), (52.003, 40), (52.006, 45), (52.5, 50), (52.6, 100),
            (52.006, 110),
        ]
        for (latitude, seconds) in steps {
            Self.move(driver, latitude, at: seconds)
            told.append(Self.nearby(driver).count)
            driver.didCommit()
        }
        #expect(told == [1, 0, 0, 1, 1, 1, 0, 1])
    }

    @Test func `takes the topic back once nothing is near`() throws {
        let driver = try Self.driver { _ in }
        Self.move(driver, 52, at: 0)
        driver.didCommit()
        Self.move(driver, 53, at: 10)
        #expect(Self.nearby(driver) == ["geofence/nearby/van "])
    }

    @Test func `puts fences around the nearest point, and moves them on with the device`() throws {
        let driver = try Self.driver { ($0.nearest, $0.regions) = (0, [100, 300]) }
        Self.move(driver, 51.99, at: 0)
        #expect(driver.agent.tracker.engine.allFences.map(\.id.description) == ["poi-a-100", "poi-a-300"])
        Self.move(driver, 52, at: 10)
        Self.move(driver, 52.0099, at: 20)
        #expect(driver.agent.tracker.engine.allFences.map(\.id.description) == ["poi-b-100", "poi-b-300"])
        #expect(
            driver.events == [
                "van/poi-a-100 enter 1", "van/poi-a-300 enter 1", "van/poi-a-100 exit 2",
                "van/poi-a-300 exit 2",
                "van/poi-b-100 enter 1", "van/poi-b-300 enter 1",
            ]
        )
        #expect(
            driver.news.contains("geofence/fence/poi-a-100 ")
                && driver.news.contains("geofence/status/van/poi-a-300 ")
        )
        #expect(Self.nearby(driver) == [])
    }

    @Test func `stays with a point until another is nearer by more than the accuracy`() throws {
        let driver = try Self.driver { $0.regions = [100] }
        var fences: [String] = []
        for (step, latitude) in [52.0049, 52.0051, 52.0049, 52.0054].enumerated() {
            Self.move(driver, latitude, at: Int64(step) * 10, accuracy: 50)
            fences.append(driver.agent.tracker.engine.allFences.map(\.id.description).joined())
        }
        #expect(fences == ["poi-a-100", "poi-a-100", "poi-a-100", "poi-b-100"])
    }

    @Test func `clears them by request, as points of interest`() throws {
        let driver = try Self.driver { $0.regions = [100] }
        Self.move(driver, 51.99, at: 0)
        Self.move(driver, 52, at: 10)
        let id = try Identifier("poi-a-100")
        #expect(driver.agent.type(of: id) == .poi)
        driver.agent.changeFences(setting: [], removing: [id], at: AgentDriver.at(20_000))
        #expect(driver.events == ["van/poi-a-100 enter 1", "van/poi-a-100 exit 2"])
        #expect(driver.agent.tracker.engine.fenceCount == 0)
        Self.move(driver, 52.0001, at: 30)
        #expect(driver.events.last == "van/poi-a-100 enter 3")
    }

    @Test func `a device inside a region can be forgotten, and asked for the reason`() throws {
        let driver = try Self.driver { $0.regions = [100] }
        Self.move(driver, 51.99, at: 0)
        Self.move(driver, 52, at: 10)
        let reason = driver.ask("explain", #"{"device":"van","fence":"poi-a-100"}"#)
        #expect(reason.contains(#""verdict":"inside""#), "\(reason)")
        #expect(driver.ask("device/forget", #"{"device":"van"}"#).contains(#""forgotten":"van""#))
        #expect(driver.agent.tracker.engine.deviceCount == 0 && driver.agent.tracker.engine.fenceCount == 0)
    }

    @Test func `goes through the journal to the same fences, whatever the points are then`() throws {
        let driver = try Self.driver { $0.regions = [100] }
        for (step, latitude) in [51.99, 52, 52.01, 52.02, 52.0201].enumerated() {
            Self.move(driver, latitude, at: Int64(step) * 10)
        }
        var other = driver.agent.port.settings
        other.pois = nil
        let again = AgentDriver(other)
        try again.agent.replay(driver.agent.port.journal.bytes)
        #expect(again.agent.tracker.engine.allFences == driver.agent.tracker.engine.allFences)
        #expect(
            again.agent.tracker.engine.report(device: 0).inside
                == driver.agent.tracker.engine.report(device: 0).inside
        )
        #expect(again.agent.port.outbox.changes.outgoing.isEmpty)
    }

    @Test func `a fence stopped for one device is still so when the device comes back to the point`() throws {
        let driver = try Self.driver { ($0.nearest, $0.regions) = (0, [100]) }
        Self.move(driver, 52, at: 0)
        driver.ask("monitoring/stop", #"{"device":"van","fence":"poi-a-100"}"#, at: 10_000)
        for (number, latitude) in [52.005, 52.02, 52.005, 52].enumerated() {
            Self.move(driver, latitude, at: 100 + 100 * Int64(number))
        }
        let events = driver.events.filter { $0.contains("/poi-") }
        #expect(events.allSatisfy { $0.contains("poi-c-100") })
        #expect(!events.isEmpty)
        let statuses = driver.news.filter { $0.hasPrefix("geofence/status/van/poi-a-100 ") }
        #expect(statuses.last?.contains(#""monitoring":false"#) == true)
    }

    @Test func `goes over to other points`() throws {
        let driver = try Self.driver { $0.regions = [100] }
        Self.move(driver, 51.99, at: 0)
        Self.move(driver, 52.0002, at: 10)
        driver.didCommit()
        driver.agent.port.settings.pois = try Self.points(1) { $0.regions = [50, 100] }
        driver.agent.useConfiguredPoints(at: AgentDriver.at(20_000))
        #expect(driver.agent.tracker.engine.allFences.map(\.id.description) == ["poi-a-100", "poi-a-50"])
        driver.agent.port.settings.pois = nil
        driver.agent.useConfiguredPoints(at: AgentDriver.at(30_000))
        #expect(driver.agent.tracker.engine.fenceCount == 0)
        driver.agent.workOnce(at: AgentDriver.at(30_000))
        #expect(driver.news.last == "geofence/nearby/van ")
        #expect(driver.agent.hasOtherPoints == false)
    }

    @Test func `stays inside where an ordinary fence takes the id of one around a point`() throws {
        let driver = try Self.driver { ($0.nearest, $0.regions) = (0, [600]) }
        Self.move(driver, 51.99, at: 0)
        Self.move(driver, 52, at: 10)
        let custom = try Fence(
            id: Identifier("poi-a-600"),
            shape: .circle(Circle(center: Coordinate(latitude: 52, longitude: 13), radius: 600))
        )
        driver.agent.changeFences(setting: [custom], removing: [], at: AgentDriver.at(20_000))
        // Still within 600 m of a, and now nearer to b.
        Self.move(driver, 52.0052, at: 30)
        #expect(driver.events == ["van/poi-a-600 enter 1", "van/poi-b-600 enter 1"])
        #expect(!driver.news.contains("geofence/status/van/poi-a-600 "))
        #expect(
            driver.agent.tracker.engine.report(device: 0).inside.map(\.description) == [
                "poi-a-600", "poi-b-600",
            ]
        )
        driver.agent.changeFences(setting: [], removing: [custom.id], at: AgentDriver.at(40_000))
        Self.move(driver, 52, at: 50)
        #expect(driver.agent.tracker.engine.assignedFences.map(\.id.description) == ["poi-a-600"])
    }

    @Test func `gives fences that are there the rules of a new configuration`() throws {
        let driver = try Self.driver { $0.regions = [100] }
        // The device stays with the point that is no longer its nearest.
        Self.move(driver, 52.0049, at: 0, accuracy: 50)
        Self.move(driver, 52.0051, at: 10, accuracy: 50)
        #expect(driver.agent.hasOtherPoints == false)
        driver.agent.port.settings.rules.dwell = [5]
        #expect(driver.agent.hasOtherPoints == true)
        driver.agent.useConfiguredPoints(at: AgentDriver.at(20_000))
        #expect(driver.agent.tracker.engine.allFences.map(\.rules.dwell) == [[5]])
        #expect(driver.agent.tracker.engine.allFences.map(\.id.description) == ["poi-a-100"])
        #expect(driver.agent.hasOtherPoints == false)
    }

    @Test func `takes other rules for no news where points have no fences`() throws {
        let driver = try Self.driver { _ in }
        driver.agent.port.settings.rules.dwell = [5]
        #expect(driver.agent.hasOtherPoints == false)
    }
}
