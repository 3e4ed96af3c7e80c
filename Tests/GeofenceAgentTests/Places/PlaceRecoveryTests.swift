import GeofenceCore
import Testing

@testable import AgentTestSupport
@testable import geofence_agent

/// An agent that finds visits, zones and fences ends anywhere and goes on as one that never ended.
@Suite struct PlaceRecoveryTests {
    @Test(arguments: [1, 3, 7])
    func `what is told is the same, byte by byte`(_ checkpointEvery: Int64) throws {
        var setup = try AgentDriver(fenceRadius: 60, keepFor: 12 * 86_400).agent.port.settings
        setup.deviceEvery = 0
        let whole = AgentDriver(setup)
        var killed = AgentDriver(setup)
        var (kept, store) = (MemoryStore(), MemoryStore())
        kept.commit(&whole.agent, checkpoint: true)
        store.commit(&killed.agent, checkpoint: true)
        for day in Int64(0)..<20 {
            live(day, whole)
            live(day, killed)
            kept.commit(&whole.agent)
            store.commit(&killed.agent, checkpoint: (day + 1) % checkpointEvery == 0)
            killed = try killed.restarted(store)
        }
        let (expected, told) = (messages(kept), messages(store))
        #expect(told.keys.sorted() == expected.keys.sorted())
        for (topic, payloads) in expected { #expect(told[topic] == payloads, "\(topic)") }
        #expect(killed.agent.zoneFences == whole.agent.zoneFences)
        #expect(killed.agent.runtimeFences == whole.agent.runtimeFences)
        #expect(killed.agent.zoneFences.ids.contains { $0.description.hasSuffix("-car") })
        for id in [try Identifier("van"), try Identifier("car")] {
            #expect(zones(killed, id) == zones(whole, id))
        }
    }

    /// From day 13 on the van is silent, and its visits grow old; on day 9 the car moves house.
    private func live(_ day: Int64, _ driver: AgentDriver) {
        if day < 13 { driver.live("van", days: day..<day + 1) }
        driver.live("car", days: day..<day + 1, home: day < 9 ? 100 : 20_000)
        driver.agent.purgePlaces(at: AgentDriver.at((day + 1) * AgentDriver.day))
    }

    /// By topic: between topics the order is that of fences' slots, which are others after a restart.
    private func messages(_ store: MemoryStore) -> [String: [String]] {
        Dictionary(grouping: store.state.outbox, by: \.topic).mapValues { rows in
            rows.map { String(decoding: $0.payload, as: UTF8.self) }
        }
    }

    private func zones(_ driver: AgentDriver, _ id: Identifier) -> [Zone]? {
        driver.agent.tracker.engine.device(id).map { driver.agent.tracker.engine.zones(device: $0) }
    }

    @Test func `a store from before visits reads as one without`() throws {
        let driver = try AgentDriver(fences: [])
        driver.stay(north: 0, minutes: 0..<60)
        var store = MemoryStore()
        store.commit(&driver.agent, checkpoint: true)
        var state = store.state
        (state.setup["places"], state.setup["learned"]) = (nil, nil)
        driver.stay(north: 0, minutes: 60..<70)
        var setup = driver.agent.port.settings
        setup.places.rules = PlaceRules()
        var agent = try Agent.recovered(setup, stored: state)
        #expect(agent.tracker.engine.placeRules == nil && agent.hasConfiguredFences == false)
        agent.useConfiguredFences(at: AgentDriver.at(0))
        #expect(agent.hasConfiguredFences == true)
    }
}
