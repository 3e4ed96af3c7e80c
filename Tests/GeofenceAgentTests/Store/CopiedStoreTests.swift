import Foundation
import GeofenceCore
import Testing

@testable import AgentTestSupport
@testable import geofence_agent

/// What becomes of a copy of a store that another agent is to have.
@Suite struct CopiedStoreTests {
    private let folder: StoreFolder
    private let configuration: geofence_agent.Configuration

    init() throws {
        folder = try StoreFolder()
        configuration = try ConfigurationFolder().load(
            """
            {"mqtt":{"host":"h"},"sources":[{"topic":"fleet/{device}/location"}],"standby":{"id":"b"},
             "fences":[{"id":"depot","latitude":52,"longitude":13,"radius":150}]}
            """
        )
    }

    /// A store as an agent leaves it that was killed: a checkpoint, a journal, and rows that it had yet to
    /// send.
    private func fill(_ store: Store) throws {
        var settings = AgentSettings(configuration)
        settings.standby = Standby(id: "a")
        let driver = AgentDriver(settings)
        let beginning = driver.agent.checkpoint(filters: ["others/#"])
        try store.commit(Batch(), beginning, time: 0)
        try store.keep(Array("geofence-agent-first".utf8), as: Agent.StoreKey.clientId)
        driver.agent.didCheckpoint()
        for (time, inside) in [(0, false), (60_000, true)] {
            let latitude = inside ? 52.0 : 52.1
            let line = #"{"lat":\#(latitude),"lon":13,"tst":\#(1_760_000_000 + time / 1000)}"#
            driver.take("fleet/van/location", line, at: Int64(time), packet: UInt16(time / 1000 + 1))
        }
        // A message without a time of its own has a mark.
        driver.take("fleet/bus/location", #"{"lat":52,"lon":13}"#, at: 61_000, packet: 7)
        _ = driver.ask("device/list", "{}", packet: 9)
        driver.agent.finishWork(at: AgentDriver.at(61_000))
        try store.commit(driver.agent.batch(with: .all), time: 0)
    }

    @Test func `it goes on with another session, and sends no answers of the first`() throws {
        try folder.with { try fill($0) }
        try folder.with { store in
            let before = try store.load()
            #expect(before.journals.count == 1)
            #expect(before.outbox.filter(\.isAnswer).count == 1)
        }
        let copy = CopiedStore(path: folder.path, configuration: configuration)
        #expect(try copy.adapt(clientID: "geofence-agent-second") == 2)
        #expect(!FileManager.default.fileExists(atPath: folder.path + ".lock"))
        try folder.with { store in
            let stored = try store.load()
            #expect(stored.journals == [])
            #expect(stored.devices.count == 2)
            #expect(stored.outbox.count { $0.topic == "geofence/event/van/depot" } == 1)
            #expect(stored.outbox.filter(\.isAnswer) == [])
            #expect(stored.setup[Agent.StoreKey.clientId] == Array("geofence-agent-second".utf8))
            #expect(stored.setup[Agent.StoreKey.redelivery] == Redelivery().bytes)
            let filters = Agent.texts(in: stored.setup[Agent.StoreKey.filters])
            #expect(filters.contains("fleet/+/location") && !filters.contains("others/#"))
            let agent = try Agent.recovered(AgentSettings(configuration), stored: stored)
            #expect(agent.tracker.engine.deviceIDs.map(\.description).sorted() == ["bus", "van"])
            #expect(agent.tracker.redelivery.isEmpty)
        }
    }

    @Test func `one of another shard is refused`() throws {
        try folder.with { try fill($0) }
        var other = configuration
        other.shard = Shard(partitions: 4, range: 0...1)
        let copy = CopiedStore(path: folder.path, configuration: other)
        #expect(throws: StoreFailure.self) { try copy.adapt(clientID: "geofence-agent-second") }
    }
}
