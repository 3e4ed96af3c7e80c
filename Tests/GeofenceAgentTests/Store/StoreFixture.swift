import Foundation
import GeofenceCore
import Testing

@testable import AgentTestSupport
@testable import geofence_agent

/// A store with something of everything, and a tail in its journal, as it lies in Tests/Fixtures/Stores.
enum StoreFixture {
    static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .appendingPathComponent("../../Fixtures/Stores").standardized

    /// The files of all layouts.
    static func files() throws -> [URL] {
        try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
            .filter { $0.lastPathComponent.hasPrefix("layout-") }
            .flatMap {
                try FileManager.default.contentsOfDirectory(at: $0, includingPropertiesForKeys: nil)
            }
            .filter { $0.pathExtension == "sqlite" }
    }

    /// The bytes of the file of the earliest layout that is read.
    static func bytes() throws -> [UInt8] {
        let file = folder.appendingPathComponent("layout-\(Store.oldestLayout)/tail.sqlite")
        return [UInt8](try Data(contentsOf: file))
    }

    static func setup() throws -> AgentSettings { try AgentDriver.setup(fences: [AgentDriver.depot()]) }

    /// Writes a store.
    static func write(_ path: String) throws {
        let store = try Store(path: path, durability: .process)
        let driver = AgentDriver(try setup())
        driver.fix("van", inside: false, at: 0)
        driver.fix("van", inside: true, at: 1000)
        driver.fix("bike", inside: false, at: 1000)
        for id in ["north", "south"] {
            _ = driver.ask(
                "fence/set",
                #"{"id":"\#(id)","latitude":53,"longitude":13,"radius":100}"#,
                at: 2000
            )
        }
        _ = driver.ask("device/override", #"{"device":"bike","latitude":52,"longitude":13}"#, at: 3000)
        var batch = driver.batch
        batch.history = try history()
        try store.commit(batch, driver.agent.checkpoint(filters: ["fleet/+/location"]), time: 3000)
        driver.agent.didCheckpoint()
        driver.didCommit()
        driver.fix("van", inside: false, at: 60_000)
        try store.commit(driver.batch, time: 60_000)
        driver.didCommit()
        _ = driver.ask("fence/set", #"{"id":"tail","latitude":53,"longitude":13,"radius":100}"#, at: 61_000)
        try store.commit(driver.batch, time: 61_000)
    }

    private static func history() throws -> HistoryBatch {
        let (van, bike) = (try Identifier("van"), try Identifier("bike"))
        let positions = (0..<40).map {
            HistoryPosition(time: $0, latitude: 520_000_000, longitude: 130_000_000)
        }
        let stay = HistoryVisit(
            device: van,
            arrival: 0,
            departure: 1000,
            latitude: 520_000_000,
            longitude: 130_000_000,
            accuracy: 500,
            positions: 12
        )
        return HistoryBatch(
            positions: [(van, positions), (bike, Array(positions.prefix(5)))],
            events: [HistoryEvent(device: van, time: 1, id: "a", payload: Array(#"{"event":"enter"}"#.utf8))],
            visits: [stay]
        )
    }
}

/// What came of a store, as far as tests look at it.
struct StoreContents: Hashable {
    var devices: [String]
    var fences: [String]
    var overrides: [String]
    /// Topics of what waits for the broker.
    var unsent: [String]
    /// Rows of the past: positions, events, visits.
    var past: [Int]

    /// Starts an agent with a store.
    init(_ folder: StoreFolder) throws {
        let agent = try Agent.recovered(StoreFixture.setup(), stored: folder.with { try $0.load() })
        devices = agent.tracker.engine.deviceNumbers.map { agent.tracker.engine.deviceID($0).description }
            .sorted()
        fences = agent.runtimeFences.keys.map(\.description).sorted()
        overrides = agent.overrides.keys.map(\.description).sorted()
        var outbox = agent.port.outbox
        unsent = []
        while let row = outbox.nextSendable() {
            unsent.append(row.topic)
            outbox.didSend(row, packet: Int32(unsent.count))
        }
        let reader = try HistoryReader(path: folder.path)
        var counts = [0, 0, 0]
        for device in try reader.devices() {
            try reader.positions(of: device, in: HistoryRange()) { _ in counts[0] += 1 }
            try reader.events(of: device, in: HistoryRange()) { _ in counts[1] += 1 }
            try reader.visits(of: device, in: HistoryRange()) { _ in counts[2] += 1 }
        }
        past = counts
    }
}
