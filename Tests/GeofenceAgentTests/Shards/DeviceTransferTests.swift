import Foundation
import GeofenceCore
import Testing

@testable import AgentTestSupport
@testable import geofence_agent

/// What goes with a device from the store of one agent to that of another.
@Suite struct DeviceTransferTests {
    private let folders: (first: StoreFolder, second: StoreFolder)

    init() throws { folders = (try StoreFolder(), try StoreFolder()) }

    private static func configuration(_ range: ClosedRange<Int>, _ path: String) throws
        -> geofence_agent.Configuration
    {
        try ConfigurationFolder().load(
            """
            {"mqtt":{"host":"h"},"sources":[{"topic":"fleet/{device}/location"}],"store":{"path":"\(path)"},
             "shard":{"partitions":4,"from":\(range.lowerBound),"to":\(range.upperBound)},
             "homeAssistant":{"discovery":true},"history":{},"rules":{"enterAfter":30},
             "fences":[{"id":"depot","latitude":52,"longitude":13,"radius":150}]}
            """
        )
    }

    private func first(_ range: ClosedRange<Int>) throws -> geofence_agent.Configuration {
        try Self.configuration(range, folders.first.path)
    }

    private func second(_ range: ClosedRange<Int>) throws -> geofence_agent.Configuration {
        try Self.configuration(range, folders.second.path)
    }

    private static let devices = (0..<12).map { "van\($0)" }
    /// Some of them, of each half of the partitions.
    private static let overridden = ["van0", "van1", "van2", "van3"]
    private static let stopped = ["van4", "van5", "van6", "van7"]

    /// An agent with devices that are about to be inside, and with all that can be set of them, as one leaves
    /// it that is killed.
    private func fill(_ configuration: geofence_agent.Configuration) throws {
        let store = try Store(path: configuration.store.path, durability: .process, keepsHistory: true)
        let driver = AgentDriver(AgentSettings(configuration))
        try store.commit(Batch(), driver.agent.checkpoint(filters: []), time: 0)
        try store.keep(
            Array(ShardMark.text(configuration.shard).utf8),
            as: Agent.StoreKey.shard
        )
        driver.agent.didCheckpoint()
        for (time, latitude) in [(0, 52.1), (60_000, 52.0)] {
            for device in Self.devices {
                let stamp = 1_760_000_000 + time / 1000
                let line = #"{"lat":\#(latitude),"lon":13,"tst":\#(stamp),"batt":70}"#
                driver.take("fleet/\(device)/location", line, at: Int64(time))
            }
        }
        _ = driver.ask("fence/set", #"{"id":"gate","latitude":52,"longitude":13.1,"radius":50}"#)
        for device in Self.devices {
            _ = driver.ask("monitoring/stop", #"{"device":"\#(device)","fence":"gate"}"#)
        }
        for device in Self.stopped { _ = driver.ask("monitoring/stop", #"{"device":"\#(device)"}"#) }
        for device in Self.overridden {
            _ = driver.ask("device/override", #"{"device":"\#(device)","latitude":52.05,"longitude":13}"#)
        }
        driver.agent.finishWork(at: AgentDriver.at(61_000))
        try store.commit(driver.agent.batch(with: .all), time: 0)
    }

    private func transfer() throws -> DeviceTransfer {
        DeviceTransfer(
            source: Shard(partitions: 4, range: 0...1),
            target: Shard(partitions: 4, range: 2...3)
        )
    }

    /// What an agent has of a device, in bytes, but for its number; nil where it doesn't know it.
    private static func parcel(_ agent: borrowing Agent, _ device: String) throws -> [[UInt8]]? {
        guard let number = agent.tracker.engine.device(try Identifier(device)) else { return nil }
        let parcel = agent.parcel(of: number)
        var reader = ByteReader(parcel.state)
        _ = try reader.count()
        var journal = Journal()
        for input in parcel.inputs + parcel.monitoring.map(Input.monitoring) { journal.append(input) }
        return [Array(parcel.state[reader.damaged.offset...]), journal.bytes]
    }

    /// All parcels in a store, by device.
    private static func parcels(_ configuration: geofence_agent.Configuration) throws -> [String: [[UInt8]]] {
        let store = try OpenedStore(configuration)
        var parcels: [String: [[UInt8]]] = [:]
        for device in devices { parcels[device] = try parcel(store.agent, device) }
        return parcels
    }

    @Test func `a device goes on as it was, and is nowhere else`() throws {
        try fill(first(0...3))
        let before = try Self.parcels(first(0...3))
        #expect(before.count == Self.devices.count)
        let isMoved = { (device: String) throws in
            Shard(partitions: 4, range: 2...3).owns(try Identifier(device))
        }
        let moved = try Self.devices.filter(isMoved)
        #expect(moved.count > 2 && moved.count < 10)
        do {
            var sender = try OpenedStore(first(0...1))
            var receiver = try OpenedStore(second(2...3))
            let rows = sender.agent.port.outbox.rows(behind: 0)
            #expect(try transfer().handOver(from: &sender, to: &receiver) == moved.count)
            #expect(try transfer().release(from: &sender) == moved.count)
            // `move` has published those before; none is new.
            #expect(Set(sender.agent.port.outbox.rows(behind: 0)).isSubset(of: rows))
            #expect(receiver.agent.port.outbox.rows(behind: 0) == [])
        }
        let after = try (Self.parcels(first(0...1)), Self.parcels(second(2...3)))
        for device in Self.devices {
            let isOther = try isMoved(device)
            #expect(after.0[device] == (isOther ? nil : before[device]), "\(device)")
            #expect(after.1[device] == (isOther ? before[device] : nil), "\(device)")
        }
        let other = try OpenedStore(second(2...3))
        #expect(other.mark == "partitions 2-3 of 4")
        #expect(other.agent.runtimeFences.keys.map(\.description) == ["gate"])
        try expectAllThatWasSet(other.agent, moved)
        let past = DamagedStore(path: folders.second.path)
        #expect(Set(past.trackedDevices().map(\.id.description)) == Set(moved))
        #expect(past.trackedDevices().allSatisfy { past.past(of: $0).positions[0].1.count == 2 })
    }

    /// What `fill` has set of devices, and what was announced of them.
    private func expectAllThatWasSet(_ agent: borrowing Agent, _ devices: [String]) throws {
        let overridden = Set(devices).intersection(Self.overridden)
        #expect(!overridden.isEmpty && !Set(devices).isDisjoint(with: Self.stopped))
        #expect(Set(agent.tracker.overrides.keys.map(\.description)) == overridden)
        for device in devices {
            let id = try Identifier(device)
            guard let number = agent.tracker.engine.device(id) else { continue }
            #expect(agent.tracker.details.battery(of: number) == 70)
            #expect(agent.tracker.monitoring.stopped(id, try Identifier("gate")) != nil)
            let isMonitored = agent.tracker.engine.isMonitored(device: number)
            #expect(isMonitored == !Self.stopped.contains(device), "\(device)")
            let isAnnounced = agent.outputs.of(HomeAssistantOutput.self)?.notes(of: id).count == 1
            #expect(isAnnounced == !Self.stopped.contains(device), "\(device)")
        }
    }

    @Test func `broken off between the stores it goes on where it was`() throws {
        try fill(first(0...3))
        do {
            var sender = try OpenedStore(first(0...1))
            var receiver = try OpenedStore(second(2...3))
            _ = try transfer().handOver(from: &sender, to: &receiver)
        }
        let taken = try Self.parcels(second(2...3))
        let plan = try MovePlan(source: first(0...1), target: second(2...3))
        #expect(try PartitionMove(plan: plan).run { _ in } == taken.count)
        #expect(try Self.parcels(second(2...3)) == taken)
        #expect(try Self.parcels(first(0...1)).count == Self.devices.count - taken.count)
        #expect(try PartitionMove(plan: plan).run { _ in } == 0)
    }

    @Test func `a hold that runs ends where the device is now`() throws {
        try fill(first(0...3))
        var sender = try OpenedStore(first(0...1))
        var receiver = try OpenedStore(second(2...3))
        _ = try transfer().handOver(from: &sender, to: &receiver)
        receiver.agent.advance(to: AgentDriver.at(120_000))
        let events = receiver.agent.port.outbox.rows(behind: 0).filter { $0.topic.contains("/event/") }
        let shard = Shard(partitions: 4, range: 2...3)
        let devices = try Self.devices.filter { device in
            try shard.owns(Identifier(device)) && !(Self.overridden + Self.stopped).contains(device)
        }
        #expect(Set(events.map(\.topic)) == Set(devices.map { "geofence/event/\($0)/depot" }))
    }
}
