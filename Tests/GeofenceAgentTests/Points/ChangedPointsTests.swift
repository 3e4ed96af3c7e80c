import GeofenceCore
import Testing

@testable import AgentTestSupport
@testable import geofence_agent

/// A configuration with other points reaches very many devices part by part, and what is near them is
/// published by and by: at last all is as if it had been so from the beginning.
@Suite final class ChangedPointsTests {
    private static let devices = 2500
    private static let noon = AgentDriver.at(10_000_000)
    private let driver: AgentDriver
    private var broker = RetainingBroker()

    /// Every tenth device is at a point; the others are far from all.
    init() throws {
        driver = try Self.driver(points: 0..<100)
        for number in 0..<Self.devices {
            Self.move(driver, number, to: number % 10 == 0 ? number / 10 : 1000, at: Int64(number))
        }
        broker.receive(from: &driver.agent, checkpoint: true)
        #expect(broker.topics("geofence/nearby/").count == 100)
    }

    private static func driver(points: Range<Int>) throws -> AgentDriver {
        var settings = try AgentDriver.setup(fences: [])
        settings.pois = try Self.points(points)
        let driver = AgentDriver(settings)
        driver.agent.useConfiguredFences(at: AgentDriver.at(0))
        return driver
    }

    /// Points on a meridian, a kilometre apart or so.
    private static func points(_ numbers: Range<Int>, regions: [Double] = [100]) throws -> PointsOfInterest {
        var (settings, builder) = (PointSettings(), PointTableBuilder(tags: []))
        (settings.nearest, settings.searchRadius, settings.regions) = (1, 500, regions)
        for number in numbers {
            try builder.add(ParsedPoint(id: "p\(number)", name: "", place: place(number)))
        }
        let fingerprint = "\(numbers) \(regions)"
        return PointsOfInterest(settings: settings, table: PointTable(builder, fingerprint: fingerprint))
    }

    private static func place(_ number: Int) throws -> Coordinate {
        try Coordinate(latitude: 0.01 * Double(number), longitude: 13)
    }

    private static func move(_ driver: AgentDriver, _ device: Int, to point: Int, at time: Int64) {
        let place = #""lat":\#(0.01 * Double(point)),"lon":13,"timestamp":\#(AgentDriver.beginning + time)"#
        driver.take("fleet/van\(device)/location", "{\(place)}", at: time)
    }

    /// Other points, of which some are the same, and with other fences.
    private func change() throws {
        driver.agent.port.settings.pois = try Self.points(50..<150, regions: [50, 100])
        driver.agent.port.settings.rules.dwell = [5]
    }

    /// The first device that is yet to be looked at.
    private var sweep: Int? { driver.agent.outputs.of(NearbyOutput.self)?.sweep }

    private func hasOther() -> Bool { driver.agent.hasOtherPoints }

    private var nearby: Set<String> { broker.topics("geofence/nearby/") }

    /// The devices near the points that count now.
    private var wanted: Set<String> {
        Set((50..<150).map { "geofence/nearby/van\(10 * $0)" })
    }

    /// Has the broker receive what leaves while the agent works, slice by slice; gives how many there were.
    private func finish(after slice: (Int) -> Void = { _ in }) -> Int {
        var count = 0
        broker.receive(from: &driver.agent, checkpoint: true)
        while driver.hasWork(room: 100) {
            driver.agent.workOnce(at: Self.noon, room: 100)
            #expect(driver.agent.port.outbox.count < 1200)
            broker.receive(from: &driver.agent)
            count += 1
            slice(count)
        }
        return count
    }

    @Test(arguments: [1, 999, 10_000])
    func `fences around points come part by part as at once`(_ part: Int) throws {
        let other = try ChangedPointsTests()
        for each in [self, other] { try each.change() }
        other.driver.agent.useConfiguredPoints(at: Self.noon)
        driver.agent.beginChangingPoints(at: Self.noon)
        var parts = 0
        while driver.agent.isChangingPoints {
            #expect(hasOther())
            driver.agent.finishChangingFences(at: Self.noon)
            driver.agent.goOnChangingPoints(atMost: part)
            parts += 1
        }
        #expect(parts == 2 * ((Self.devices + part - 1) / part))
        #expect(!hasOther())
        for each in [self, other] { each.broker.receive(from: &each.driver.agent, checkpoint: true) }
        #expect(broker.store.state == other.broker.store.state)
        #expect(broker.retained == other.broker.retained)
        #expect(broker.topics("geofence/status/").count == 200)
    }

    @Test func `what is near comes by and by`() throws {
        try change()
        driver.agent.useConfiguredPoints(at: Self.noon)
        broker.receive(from: &driver.agent, checkpoint: true)
        #expect(nearby.count == 100 && nearby != wanted)
        #expect(finish() > 2)
        #expect(nearby == wanted)
    }

    @Test func `who moves meanwhile, and who is forgotten, is right in the end`() throws {
        try change()
        driver.agent.useConfiguredPoints(at: Self.noon)
        var wanted = wanted
        _ = finish { slice in
            guard slice == 1 else { return }
            // The last is looked at after this: it comes to a point, leaves one, or is gone.
            Self.move(driver, 2499, to: 60, at: 11_000_000)
            wanted.insert("geofence/nearby/van2499")
            Self.move(driver, 1490, to: 1000, at: 11_000_000)
            wanted.remove("geofence/nearby/van1490")
            _ = driver.ask("device/forget", #"{"device":"van1480"}"#)
            wanted.remove("geofence/nearby/van1480")
        }
        broker.receive(from: &driver.agent)
        #expect(nearby == wanted)
    }

    @Test func `without points none is left, also of who is forgotten meanwhile`() throws {
        Self.move(driver, 2499, to: 60, at: 11_000_000)
        broker.receive(from: &driver.agent)
        driver.agent.port.settings.pois = nil
        driver.agent.useConfiguredPoints(at: Self.noon)
        _ = driver.ask("device/forget", #"{"device":"van2499"}"#)
        _ = finish()
        #expect(nearby == [])
    }

    @Test(arguments: [false, true])
    func `a process that comes after goes on with it`(_ keepsStates: Bool) throws {
        try change()
        driver.agent.useConfiguredPoints(at: Self.noon)
        broker.receive(from: &driver.agent, checkpoint: true)
        driver.agent.workOnce(at: Self.noon, room: 100)
        broker.receive(from: &driver.agent, checkpoint: keepsStates)
        #expect(nearby != wanted)
        let settings = driver.agent.port.settings
        driver.agent = try Agent.recovered(settings, stored: broker.store.state)
        #expect(sweep == 1000)
        _ = finish()
        broker.refresh(from: &driver.agent)
        #expect(nearby == wanted)
    }
}
