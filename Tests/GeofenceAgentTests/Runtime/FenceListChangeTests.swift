import GeofenceCore
import Testing

@testable import AgentTestSupport
@testable import geofence_agent

/// A configuration that is read again, of which it is known what fences are other than before.
@Suite struct FenceListChangeTests {
    @Test func `has the fences that are new or other, in order, and those that are gone`() throws {
        let reader = FenceListReader(try Self.before)
        var after = try Self.after
        let change = reader.change(to: &after)
        #expect(change.number == 1)
        #expect(change.set.map(\.id.description) == ["new", "moved", "again"])
        #expect(change.gone.map(\.description) == ["closed", "gone", "replaced"])
        let next = reader.change(to: &after)
        #expect(next.number == 2 && next.isEmpty)
    }

    /// Otherwise a million fences would be in memory twice.
    @Test func `keeps the fences that are as before`() throws {
        let before = try Self.before
        var after = try Self.after
        _ = FenceListReader(before).change(to: &after)
        #expect(after == (try Self.after))
        #expect(after[1].isSame(as: before[0]) && !after[2].isSame(as: before[1]))
    }

    /// Swift holds both for one text; subscribers get the bytes.
    @Test func `has a fence whose name has other bytes`() throws {
        var fences = try ["Caf\u{E9}", "Cafe\u{301}"].map { name in
            try Fence(id: try Identifier("cafe"), name: name, shape: try AgentDriver.depot().shape)
        }
        #expect(fences[0] == fences[1])
        let first = fences.removeFirst()
        let change = FenceListReader([first]).change(to: &fences)
        #expect(change.set.map { Array(($0.name ?? "").utf8) } == [Array("Cafe\u{301}".utf8)])
    }

    @Test func `counts where the list before it is in force`() throws {
        var before = try Self.before
        let change = FenceListReader([]).change(to: &before)
        #expect(FenceListing(read: 1, inForce: 0).isNext(change))
        #expect(!FenceListing(read: 1, inForce: nil).isNext(change))
        #expect(!FenceListing(read: 2, inForce: 1).isNext(change))
    }

    /// With devices inside, what is set at run time, stopped fences, and versions in the history.
    @Test(arguments: [false, true])
    func `brings about what all fences held against each other do`(isRestarted: Bool) throws {
        let (known, all) = (try Self.driver(isRestarted), try Self.driver(isRestarted))
        var after = try Self.after
        let change = FenceListReader(try Self.before).change(to: &after)
        for driver in [known, all] {
            var settings = driver.agent.port.settings
            settings.fences = after
            driver.agent.use(settings)
        }
        #expect(all.agent.hasConfiguredFences == false)
        #expect(known.agent.hasConfiguredRules == true)
        known.agent.beginConfiguring(by: change, at: AgentDriver.at(5000))
        known.agent.finishChangingFences(at: AgentDriver.at(5000))
        all.agent.useConfiguredFences(at: AgentDriver.at(5000))
        #expect(known.agent.hasConfiguredFences == true)
        #expect(known.told == all.told && !known.events.isEmpty)
        let versions = known.agent.port.fenceVersions.map { "\($0)" }
        #expect(versions == all.agent.port.fenceVersions.map { "\($0)" } && !versions.isEmpty)
        for driver in [known, all] { driver.fix(inside: false, at: 6000) }
        #expect(known.told == all.told)
        #expect(Self.stored(known) == Self.stored(all))
    }

    private static func stored(_ driver: AgentDriver) -> StoredState {
        var store = MemoryStore()
        store.commit(&driver.agent, checkpoint: true)
        return store.state
    }

    private static var before: [Fence] {
        get throws {
            try ["kept", "moved", "gone", "closed", "shadowed", "replaced"].map { try AgentDriver.depot($0) }
        }
    }

    /// `again` and `replaced` were set at run time, as `shadowed`; `closed` is not monitored.
    private static var after: [Fence] {
        get throws {
            [
                try AgentDriver.depot("new"), try AgentDriver.depot("kept"),
                try AgentDriver.depot("moved", longitude: 14), try AgentDriver.depot("shadowed"),
                try AgentDriver.depot("again", longitude: 15),
            ]
        }
    }

    private static func driver(_ isRestarted: Bool) throws -> AgentDriver {
        var setup = try AgentDriver.setup(fences: try before)
        setup.history = HistorySettings()
        let driver = AgentDriver(setup)
        driver.agent.useConfiguredFences(at: AgentDriver.at(0))
        driver.fix(inside: false, at: 0)
        for id in ["shadowed", "again", "replaced"] {
            _ = driver.ask(
                "fence/set",
                #"{"id":"\#(id)","latitude":52,"longitude":13,"radius":200}"#,
                at: 1000
            )
        }
        _ = driver.ask("monitoring/stop", #"{"fence":"closed"}"#, at: 1500)
        driver.fix(inside: true, at: 2000)
        guard isRestarted else { return driver }
        var store = MemoryStore()
        store.commit(&driver.agent, checkpoint: true)
        return try driver.restarted(store)
    }
}
