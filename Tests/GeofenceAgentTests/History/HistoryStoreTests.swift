import GRDB
import GeofenceCore
import Testing

@testable import AgentTestSupport
@testable import geofence_agent

@Suite struct HistoryStoreTests {
    private let folder: StoreFolder

    init() throws { folder = try StoreFolder() }

    private static func batch(_ device: String, _ rows: [HistoryPosition]) throws -> Batch {
        var batch = Batch()
        batch.history.positions = [(try Identifier(device), rows)]
        return batch
    }

    @Test func `keeps a position once, however often it comes, and reads while the store is open`() throws {
        let store = try folder.openWithHistory()
        let rows = [HistoryPosition.row(2000, accuracy: 850), .row(1000), .row(2000, latitude: 1)]
        try store.commit(try Self.batch("van", rows), time: 1)
        try store.commit(try Self.batch("van", rows), time: 2)
        try store.commit(try Self.batch("bike", [.row(0)]), time: 3)
        let expected = [
            "bike 0 520000000 130000000 -1", "van 1000 520000000 130000000 -1",
            "van 2000 520000000 130000000 850",
        ]
        #expect(try folder.history().positions == expected)
        withExtendedLifetime(store) {}
    }

    @Test func `gives the rows of a range, its end left out, over many pages`() throws {
        try folder.openWithHistory().commit(
            try Self.batch("van", (0..<12_000).map { .row(Int64($0)) }),
            time: 1
        )
        let all = try folder.history().positions
        #expect(all.count == 12_000 && Set(all).count == 12_000)
        let range = HistoryRange(from: AgentDriver.at(500), to: AgentDriver.at(5502))
        #expect(try folder.history(range).positions == Array(all[500..<5502]))
    }

    @Test func `a visit that ends replaces itself`() throws {
        let store = try folder.openWithHistory()
        let place = Fix(coordinate: try Coordinate(latitude: 52, longitude: 13), accuracy: 12)
        for departure in [nil, AgentDriver.at(9000)] {
            var batch = Batch()
            batch.history.visits = [
                HistoryVisit(
                    device: try Identifier("van"),
                    arrival: AgentDriver.at(0),
                    departure: departure,
                    center: place,
                    positions: 7
                )
            ]
            try store.commit(batch, time: 1)
        }
        let visit = "van/2025-10-09T08:53:20.000Z \(AgentDriver.beginning + 9000)"
        #expect(try folder.history().visits == [visit])
    }

    @Test func `what was kept is read beside an agent that keeps no history any more`() throws {
        try folder.openWithHistory().commit(try Self.batch("van", [.row(0)]), time: 1)
        try folder.with { store in
            try store.commit(Batch(journal: [1]), time: 2)
            let positions = try folder.history().positions
            #expect(positions == ["van 0 520000000 130000000 -1"])
        }
    }

    @Test func `says where another program has the file for itself`() throws {
        try folder.openWithHistory().commit(try Self.batch("van", [.row(0)]), time: 1)
        try folder.withFileLocked {
            #expect(throws: HistoryReader.Failure.locked(path: folder.path)) {
                try HistoryReader(path: folder.path)
            }
        }
    }

    @Test(arguments: [(Store.layout + 1, Store.codec), (Store.layout, Store.codec + 1), (5, 0)])
    func `reads no store of a version that it doesn't know`(_ layout: Int, _ codec: Int) throws {
        try folder.with { try $0.become(layout: layout, codec: codec, program: "0.7.0") }
        let reason =
            "written by geofence-agent 0.7.0 (layout \(layout), codec \(codec)), which this \(StoreVersion.current) doesn't read"
        #expect(throws: HistoryReader.Failure.unreadable(path: folder.path, reason: reason)) {
            try HistoryReader(path: folder.path)
        }
    }

    @Test func `says where there is no history`() throws {
        #expect(throws: HistoryReader.Failure.none(path: folder.path)) {
            try HistoryReader(path: folder.path)
        }
    }

    @Test func `erases what is too old in slices, and devices of which nothing is left`() throws {
        let store = try folder.openWithHistory()
        try store.commit(try Self.batch("van", (0..<5000).map { .row(Int64($0)) }), time: 1)
        try store.commit(try Self.batch("old", (0..<50).map { .row(Int64($0)) }), time: 2)
        var (slices, key) = (0, Int64?.some(0))
        while let from = key {
            key = try store.eraseSlice(before: AgentDriver.beginning + 4990, from: from)
            slices += 1
        }
        #expect(slices > 4)
        let left = try folder.history().positions
        #expect(left == (4990..<5000).map { "van \($0) 520000000 130000000 -1" })
        #expect(try HistoryReader(path: folder.path).devices().map(\.id.description) == ["van"])
        try store.commit(try Self.batch("old", [.row(7000)]), time: 3)
        #expect(try folder.history().positions.count == 11)
    }
}
