import GeofenceCore
import Testing

@testable import AgentTestSupport
@testable import geofence_agent

/// Points near devices with how far they are along roads.
@Suite struct NearbyTravelTests {
    private static let topic = "geofence/nearby/van"

    /// Points on one meridian: a at 52.00°, b at 52.01°, c at 52.02°; two are published.
    private static func driver(_ change: (inout AgentSettings) -> Void = { _ in }) throws -> AgentDriver {
        var setup = try AgentDriver.setup(fences: [])
        setup.routing.router = RouteReaderTests.town
        var (points, builder) = (PointSettings(), PointTableBuilder(tags: []))
        (points.nearest, points.travel, points.filter) = (2, .init(), .init(distance: 10, time: 0))
        for (number, id) in ["a", "b", "c"].enumerated() {
            let place = try Coordinate(latitude: 52 + 0.01 * Double(number), longitude: 13)
            try builder.add(ParsedPoint(id: id, name: nil, place: place))
        }
        setup.pois = PointsOfInterest(settings: points, table: PointTable(builder, fingerprint: "3"))
        change(&setup)
        let driver = AgentDriver(setup)
        driver.agent.useConfiguredPoints(at: AgentDriver.at(0))
        return driver
    }

    private static func move(
        _ driver: AgentDriver,
        _ latitude: Double,
        at seconds: Int64,
        _ device: String = "van"
    ) {
        let time = AgentDriver.beginning + seconds * 1000
        driver.take(
            "fleet/\(device)/location",
            #"{"lat":\#(latitude),"lon":13,"acc":5,"tst":\#(time)}"#,
            at: seconds * 1000
        )
        driver.agent.finishWork(at: AgentDriver.at(seconds * 1000))
    }

    private static func table(_ first: Int, _ second: Int) -> String {
        #"{"code":"Ok","durations":[[\#(first),\#(second)]],"distances":[[\#(first * 10),\#(second * 10)]],"sources":[{"distance":1}],"destinations":[{"distance":1},{"distance":1}]}"#
    }

    @Test func `points come at once, and again with their ways when the router has answered`() throws {
        let driver = try Self.driver()
        Self.move(driver, 52.001, at: 0)
        #expect(driver.told(on: Self.topic).last?.contains("travel") == false)
        let questions = driver.questions()
        #expect(
            questions.map(\.request.url) == [
                "http://router:5000/table/v1/driving/13,52.001;13,52;13,52.01?sources=0&destinations=1;2&annotations=duration,distance"
            ]
        )
        driver.reply(questions[0], Self.table(20, 150), at: 1000)
        #expect(
            driver.told(on: Self.topic).last
                == #"{"time":"2025-10-09T08:53:20.000Z","pois":[{"id":"a","distance":111.3,"bearing":180,"travel":{"distance":200,"duration":20,"via":"router","time":"2025-10-09T08:53:20.000Z"}},{"id":"b","distance":1001.4,"bearing":0,"travel":{"distance":1500,"duration":150,"via":"router","time":"2025-10-09T08:53:20.000Z"}}]}"#
        )
        #expect(driver.agent.refreshed().last { $0.topic == Self.topic }.map { $0.payload.count } ?? 0 > 250)
        #expect(driver.agent.port.journal.bytes.isEmpty == false)
    }

    @Test func `the same points are asked for again after a while and a distance, others at once`() throws {
        let driver = try Self.driver()
        Self.move(driver, 52.001, at: 0)
        driver.reply(try #require(driver.questions().first), Self.table(20, 150))
        Self.move(driver, 52.0035, at: 30)
        Self.move(driver, 52.002, at: 70)
        #expect(driver.questions() == [])
        // The way is as of the position for which it was asked.
        #expect(
            driver.told(on: Self.topic).last?.contains(
                #""duration":20,"via":"router","time":"2025-10-09T08:53:20"#
            )
                == true
        )
        Self.move(driver, 52.0035, at: 80)
        #expect(driver.questions().count == 1)
        Self.move(driver, 52.016, at: 90)
        // One question a device: the next leaves with the answer.
        #expect(driver.questions() == [])
    }

    @Test func `a device has one question, and what it wants then leaves with the answer`() throws {
        let driver = try Self.driver()
        Self.move(driver, 52.001, at: 0)
        let question = try #require(driver.questions().first)
        Self.move(driver, 52.016, at: 10)
        #expect(driver.questions() == [])
        driver.reply(question, Self.table(20, 150))
        // b is near still, c was not asked for.
        let text = try #require(driver.told(on: Self.topic).last)
        #expect(text.contains(#""id":"b","distance":667.6,"bearing":180,"travel""#))
        #expect(text.hasSuffix(#""id":"c","distance":445.1,"bearing":0}]}"#) || text.contains(#"{"id":"c""#))
        driver.agent.finishWork(at: AgentDriver.at(12_000))
        #expect(driver.questions().first?.request.url.contains("13,52.016;13,52.02;13,52.01?") == true)
    }

    @Test func `without an answer there is no way, and the router is asked again later`() throws {
        let driver = try Self.driver()
        Self.move(driver, 52.001, at: 0)
        driver.reply(try #require(driver.questions().first), .failure(OutboundFailure("down")), at: 0)
        #expect(driver.told(on: Self.topic).last?.contains("travel") == false)
        #expect(
            driver.agent.port.remarks.map(\.text) == [
                "the router does not answer, so nothing is said of ways to points: down"
            ]
        )
        driver.agent.finishWork(at: AgentDriver.at(9999))
        #expect(driver.questions() == [])
        driver.agent.finishWork(at: AgentDriver.at(10_000))
        driver.reply(try #require(driver.questions().first), Self.table(20, 150))
        #expect(driver.told(on: Self.topic).last?.contains(#""duration":20"#) == true)
    }

    @Test func `few questions are on their way, however many devices move`() throws {
        let driver = try Self.driver()
        for number in 0..<50 { Self.move(driver, 52.001, at: 0, "d\(number)") }
        #expect(driver.questions().count == 2)
    }

    @Test func `a device that is gone gets no answer of its own`() throws {
        let driver = try Self.driver()
        Self.move(driver, 52.001, at: 0)
        let question = try #require(driver.questions().first)
        driver.ask("device/forget", #"{"device":"van"}"#)
        // Its number is another's from now on.
        var store = MemoryStore()
        store.commit(&driver.agent, checkpoint: true)
        Self.move(driver, 52.016, at: 10, "other")
        #expect(driver.agent.tracker.engine.device(try Identifier("other")) == 0)
        driver.didCommit()
        driver.reply(question, Self.table(20, 150))
        #expect(driver.told == [])
    }

    @Test func `after a restart the router is asked anew`() throws {
        let driver = try Self.driver()
        var store = MemoryStore()
        Self.move(driver, 52.001, at: 0)
        store.commit(&driver.agent, checkpoint: true)
        let next = try driver.restarted(store)
        next.agent.finishWork(at: AgentDriver.at(1000))
        #expect(next.questions().count == 1)
    }

    @Test func `without a router, or where it is not wanted, nothing is asked`() throws {
        let driver = try Self.driver { $0.routing.router = nil }
        Self.move(driver, 52.001, at: 0)
        #expect(driver.questions() == [])
        driver.agent.change({ $0.routing.router = RouteReaderTests.town }, at: AgentDriver.at(1000))
        driver.agent.finishWork(at: AgentDriver.at(1000))
        #expect(driver.questions().count == 1)
    }
}
