import Foundation
import MQTT
import Testing

@testable import AgentTestSupport
@testable import geofence_agent

/// Stores that released programs have written are read as they were left.
@Suite(.serialized) struct StoreFixtureTests {
    private let folder: StoreFolder

    init() throws { folder = try StoreFolder() }

    @Test func `a store with a tail in its journal goes on where it was`() throws {
        if ProcessInfo.processInfo.environment["GEOFENCE_WRITE_STORES"] != nil {
            try StoreFixture.write(folder.path)
            let file = StoreFixture.folder.appendingPathComponent("layout-\(Store.layout)/tail.sqlite")
            try FileManager.default.createDirectory(
                at: file.deletingLastPathComponent(),
                withIntermediateDirectories: true
            )
            try Data(folder.bytes).write(to: file)
        }
        let files = try StoreFixture.files()
        #expect(!files.isEmpty && files.allSatisfy { $0.lastPathComponent == "tail.sqlite" })
        for file in files {
            folder.bytes = [UInt8](try Data(contentsOf: file))
            let contents = try StoreContents(folder)
            #expect(contents.devices == ["bike", "van"], "\(file)")
            #expect(contents.fences == ["north", "south", "tail"], "\(file)")
            #expect(contents.overrides == ["bike"], "\(file)")
            #expect(contents.past == [45, 1, 1], "\(file)")
            let events = contents.unsent.filter { $0.hasPrefix("geofence/event/") }
            let own = ["geofence/event/van/depot", "geofence/event/bike/depot", "geofence/event/van/depot"]
            #expect(events == own, "\(file)")
        }
    }

    @Test func `answers of a store that knew of no user properties get room for them`() throws {
        folder.bytes = try StoreFixture.bytes()
        let before = DamagedStore(path: folder.path).load().outbox
        #expect(!before.isEmpty)
        var answer = OutboxRow.row(1000)
        answer.userProperties = UserProperties(bytes: [0, 1, 97, 0, 1, 98])
        try folder.with { store in
            #expect(try store.load().outbox.map(\.topic) == before.map(\.topic))
            try store.commit(Batch(outgoing: [answer]), time: 1)
        }
        let kept = DamagedStore(path: folder.path).load().outbox
        #expect(kept.last?.userProperties == answer.userProperties)
        #expect(kept.count == before.count + 1)
    }

    /// A program of its time takes no part of what this one adds for damage.
    @Test func `a store of an earlier codec that is read has this one from then on`() throws {
        folder.bytes = try StoreFixture.bytes()
        #expect(folder.bytes[63] == UInt8(Store.oldestLayout))
        #expect(folder.bytes[71] < UInt8(Store.codec))
        // Who only reads leaves it as it is.
        #expect(try folder.history().positions.count == 45)
        try folder.with { _ in }
        #expect(folder.bytes[63] == UInt8(Store.layout))
        #expect(folder.bytes[71] == UInt8(Store.codec))
        #expect(try folder.history().positions.count == 45)
    }

    @Test func `its events go on in number`() throws {
        folder.bytes = try StoreFixture.bytes()
        let driver = AgentDriver(try StoreFixture.setup())
        driver.agent = try Agent.recovered(StoreFixture.setup(), stored: folder.with { try $0.load() })
        driver.fix("van", inside: true, at: 120_000)
        #expect(driver.events == ["van/depot enter 3"])
    }
}
