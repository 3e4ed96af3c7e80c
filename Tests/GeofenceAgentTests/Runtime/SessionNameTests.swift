import GeofenceCore
import Testing

@testable import geofence_agent

/// The name of the session that an agent gives itself, which nobody is to guess.
@Suite struct SessionNameTests {
    private let folder: StoreFolder

    init() throws { folder = try StoreFolder() }

    /// The name with which an agent starts on the store.
    private func name() throws -> String {
        try folder.with { store in
            var generator = SystemRandomNumberGenerator()
            return try SessionName.kept(in: store, try store.load(), using: &generator)
        }
    }

    @Test func `a new store gets a name by chance, and has the same after each start`() throws {
        let first = try name()
        #expect(first.wholeMatch(of: #/geofence-agent-[a-z0-9]{8}/#) != nil, "\(first)")
        #expect(first.utf8.count == 23)
        #expect(try name() == first)
        try folder.with { store in
            try store.commit(Batch(), Checkpoint(setup: [("filters", [0])]), time: 0)
        }
        #expect(try name() == first)
    }

    @Test func `two stores have two names`() throws {
        var generator = SystemRandomNumberGenerator()
        let names = (0..<1000).map { _ in SessionName.new(using: &generator) }
        #expect(Set(names).count == 1000)
        #expect(names.allSatisfy { SessionName.isName(Array($0.utf8)) })
    }

    @Test func `a store that was in use before keeps the session that it had`() throws {
        try folder.with { store in
            try store.commit(Batch(), Checkpoint(setup: [("filters", [0])]), time: 0)
        }
        #expect(try name() == "geofence-agent")
        #expect(try name() == "geofence-agent")
    }

    @Test func `a name that the configuration says is left as it is`() {
        var mqtt = MQTTSettings(host: "h")
        #expect(mqtt.named("geofence-agent-x").clientId == "geofence-agent-x")
        (mqtt.clientId, mqtt.hasDefaultClientId) = ("mine", false)
        #expect(mqtt.named("geofence-agent-x").clientId == "mine")
    }

    @Test func `a damaged store hands its name on`() throws {
        let first = try name()
        let found = try folder.with { try $0.load() }
        let salvaged = SalvagedState(found)
        #expect(salvaged.state.setup["client"] == Array(first.utf8))
        var damaged = found
        damaged.setup["client"] = [0x67, 0xFF]
        #expect(SalvagedState(damaged).state.setup["client"] == nil)
    }
}
