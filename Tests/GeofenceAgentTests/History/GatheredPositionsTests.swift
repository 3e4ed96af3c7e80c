import GeofenceCore
import Testing

@testable import AgentTestSupport
@testable import geofence_agent

/// Positions of which nothing else follows gather, and are kept some at once: none is lost by that, and none
/// outlives its device.
@Suite struct GatheredPositionsTests {
    private let driver: AgentDriver

    /// A device whose place has been published, and is not again for a minute.
    init() throws {
        driver = AgentDriver(try Self.settings(HistorySettings()))
        driver.fix(inside: false, at: 0)
    }

    private static func settings(_ history: HistorySettings?) throws -> AgentSettings {
        var settings = try AgentDriver.setup(fences: [AgentDriver.depot()], deviceEvery: 60_000)
        settings.history = history
        return settings
    }

    /// Positions that change nothing, a second apart.
    private func rest(_ count: Int64) {
        for time in 1...count { driver.fix(inside: false, at: time * 1000) }
    }

    /// What the next commit writes of each device, in seconds.
    private func batch() -> [String: [Int64]] { Self.batch(of: driver) }

    private static func batch(of driver: AgentDriver) -> [String: [Int64]] {
        Dictionary(
            driver.agent.batch(with: .all).history.positions.map { device, rows in
                (device.description, rows.map { ($0.time - AgentDriver.beginning) / 1000 })
            },
            uniquingKeysWith: +
        )
    }

    @Test func `the next commit has those that have gathered`() {
        rest(5)
        #expect(driver.agent.history.count == 1)
        #expect(batch() == ["van": [0, 1, 2, 3, 4, 5]])
        driver.agent.didCommit(with: .all)
        #expect(batch().isEmpty)
    }

    @Test func `sixteen are kept at once`() {
        rest(15)
        #expect(driver.agent.history.count == 1)
        driver.fix(inside: false, at: 16_000)
        #expect(driver.agent.history.count == 17)
        #expect(batch() == ["van": Array(0...16)])
    }

    @Test func `what is published takes them along`() {
        rest(3)
        driver.fix(inside: true, at: 4000)
        #expect(driver.agent.effects.positions.isEmpty)
        #expect(batch() == ["van": Array(0...4)])
    }

    @Test func `those of a device that is forgotten go with it`() throws {
        driver.fix("other", inside: false, at: 0)
        rest(3)
        driver.fix("other", inside: false, at: 4000)
        let number = try #require(driver.agent.tracker.engine.device(try Identifier("van")))
        driver.agent.forget(number, at: AgentDriver.at(5000))
        #expect(batch() == ["other": [0, 4]])
    }

    @Test func `a process that is killed has them from its journal`() throws {
        rest(5)
        var store = MemoryStore()
        store.commit(&driver.agent)
        #expect(Self.batch(of: try driver.restarted(store)) == ["van": Array(0...5)])
    }

    @Test func `visits are the same as without a history`() throws {
        let drivers = try [HistorySettings(), nil].map { history in
            var settings = try Self.settings(history)
            settings.places.rules = PlaceRules()
            return AgentDriver(settings)
        }
        for step in 0..<Int64(60) {
            for driver in drivers {
                driver.fix("van", inside: true, at: step * 30_000)
                driver.fix("bike", inside: false, at: step * 30_000 + 1)
            }
        }
        for device in 0..<2 {
            let visits = drivers.map { $0.agent.tracker.engine.visit(device: device) }
            #expect(visits[0] == visits[1] && visits[0]?.fixes == 60)
        }
        #expect(drivers[0].news == drivers[1].news)
    }
}
