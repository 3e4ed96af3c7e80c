import Foundation
import GRDB
import GeofenceCore
import Testing

@testable import AgentTestSupport
@testable import geofence_agent

/// What of a damaged store is taken over into the new one.
@Suite struct SalvageTests {
    private let folder: StoreFolder
    private let log = LogRecorder()

    init() throws {
        folder = try StoreFolder()
        folder.bytes = try StoreFixture.bytes()
    }

    /// Damages the store by SQL.
    private func damage(_ sql: String) throws {
        try folder.with { store in try store.transaction { db in try db.execute(sql: sql) } }
    }

    private func salvage() throws {
        let salvage = Salvage(
            settings: StoreSettings(path: folder.path),
            keepsHistory: true,
            log: log.logger
        )
        try salvage.run(at: AgentDriver.at(0))
    }

    /// What was lost, as the log says it.
    private func lost() -> String {
        let line = log.take().first { $0.contains(" lost=") }
        return line?.split(separator: " lost=").last.map(String.init) ?? ""
    }

    @Test(
        arguments: [
            ("INSERT INTO journal (entries) VALUES (x'EE0102')", "journal 1"),
            ("UPDATE setup SET value = x'FF' WHERE name = 'redelivery'", "redelivery 1"),
            ("UPDATE setup SET value = 7 WHERE name = 'redelivery'", "setup 1"),
            ("DELETE FROM setup WHERE name = 'device-limit'", ""),
            ("DELETE FROM setup WHERE name = 'fence-limit'", ""),
            ("INSERT INTO fences VALUES (5, x'05FF')", "fences in force 1"),
            ("INSERT INTO fences VALUES (9223372036854775807, x'')", "fences in force 1"),
            ("INSERT INTO runtime_fences VALUES (x'7A', 7)", "fences 1"),
            ("INSERT INTO outbox VALUES (1000, 't', 1.5, 0, 0, NULL, NULL)", "unsent 1"),
            ("INSERT INTO outbox VALUES (1000, 't', x'', 0, 0, NULL, 7)", "unsent 1"),
            ("INSERT INTO outbox_log VALUES (1000, 'text')", "unsent 1"),
            ("INSERT INTO outbox_log VALUES (1000, x'00FF')", "unsent 1"),
            ("INSERT INTO position_run VALUES (1, 1000, x'FF')", "runs of positions 1"),
            ("INSERT INTO network VALUES (1, 1000, x'FF', NULL)", "networks 1"),
            ("INSERT INTO visit VALUES (1, 1000, 0, 'x', 0, NULL, 0)", "visits 1"),
            ("INSERT INTO device VALUES (x'7A', x'FFFF')", "devices 1"),
        ]
    )
    func `one bad row costs that row alone`(_ sql: String, _ lost: String) throws {
        let before = try StoreContents(folder)
        try damage(sql)
        try salvage()
        #expect(self.lost() == lost)
        #expect(try StoreContents(folder) == before)
        #expect(folder.names.contains { $0.hasPrefix("agent.sqlite.damaged-") })
        #expect(!folder.names.contains { $0.contains(".new") })
    }

    @Test func `a store that has lost whose devices it has stays that of its shard`() throws {
        let shard = "partitions 0-31 of 64"
        try folder.with { try $0.keep(Array(shard.utf8), as: Agent.StoreKey.shard) }
        try damage("UPDATE setup SET value = 7 WHERE name = 'shard'")
        let settings = StoreSettings(path: folder.path)
        let salvage = Salvage(settings: settings, keepsHistory: true, shard: shard, log: log.logger)
        try salvage.run(at: AgentDriver.at(0))
        let mark = try folder.with { try $0.load() }.setup[Agent.StoreKey.shard]
        #expect(mark.map { String(decoding: $0, as: UTF8.self) } == shard)
    }

    @Test func `a salvaged store takes the place of the damaged one also after a kill between both`() throws {
        let before = try StoreContents(folder)
        #expect(rename(folder.path, folder.path + StoreFile.salvaged) == 0)
        let log = folder.path + "-wal"
        #expect(FileManager.default.createFile(atPath: log, contents: Data([1, 2, 3])))
        try StoreFile.adoptSalvaged(at: folder.path)
        #expect(!FileManager.default.fileExists(atPath: log))
        #expect(try StoreContents(folder) == before)
    }

    @Test func `nothing else takes the place of a store, and a salvaged one not that of any`() throws {
        let before = try StoreContents(folder)
        for name in [StoreFile.salvaged, StoreFile.newcomer] {
            #expect(FileManager.default.createFile(atPath: folder.path + name, contents: nil))
        }
        try StoreFile.adoptSalvaged(at: folder.path)
        #expect(try StoreContents(folder) == before)
        StoreFile.removeRemains(besides: folder.path)
        #expect(!folder.names.contains { $0.contains(".salvaged") || $0.contains(".new") })
        #expect(rename(folder.path, folder.path + StoreFile.newcomer) == 0)
        try StoreFile.adoptSalvaged(at: folder.path)
        #expect(!folder.names.contains("agent.sqlite"))
    }

    @Test func `devices can't be kept without their fences, all else can`() throws {
        let before = try StoreContents(folder)
        try damage("UPDATE setup SET value = x'FF' WHERE name = 'fence-rules'; DELETE FROM journal")
        try salvage()
        #expect(lost() == "devices 2, fence-rules 1, fences in force 3")
        let after = try StoreContents(folder)
        #expect(after.devices == [])
        #expect(after.fences == ["north", "south"])
        #expect(after.overrides == before.overrides)
        #expect(after.past == before.past)
    }

    @Test func `a fence that breaks off is lost alone, in force as well as set at run time`() throws {
        try damage(
            """
            UPDATE runtime_fences SET bytes = CAST(substr(bytes, 1, length(bytes) - 1) AS BLOB) WHERE id = x'736F757468';
            UPDATE fences SET bytes = CAST(substr(bytes, 1, length(bytes) - 1) AS BLOB) WHERE slot = 1;
            DELETE FROM journal
            """
        )
        let before = try folder.with { try $0.load() }
        try salvage()
        #expect(lost() == "fences 1, fences in force 1")
        let after = try folder.with { try $0.load() }
        #expect(after.fences.keys == [0, 2] && after.devices == before.devices)
        #expect(try StoreContents(folder).fences == ["north"])
    }

    @Test func `a fence in a slot that none has is lost, and asks for no memory`() throws {
        try damage("UPDATE fences SET slot = 4000000000 WHERE slot = 2; DELETE FROM journal")
        try salvage()
        #expect(lost() == "fences in force 1")
        #expect(try folder.with { try $0.load() }.fences.keys == [0, 1])
    }

    @Test func `a journal that breaks off within a batch keeps what stands before, and the batches behind`()
        throws
    {
        try damage(
            "UPDATE journal SET entries = CAST(entries || x'EE' AS BLOB) WHERE number = (SELECT min(number) FROM journal)"
        )
        let before = try folder.with { try $0.load().journals }
        try salvage()
        #expect(lost() == "journal 1")
        let after = try folder.with { try $0.load().journals }
        #expect(after == [before[0].dropLast(), before[1]])
    }

    @Test func `what fences were is taken over, but for a row that makes no sense`() throws {
        let depot = try Identifier("depot")
        let versions = [
            FenceVersion(fence: depot, time: 1, cause: "file", definition: [7]),
            FenceVersion(fence: depot, time: 2, cause: "fence/remove", definition: nil),
        ]
        try folder.with { try $0.takeOver(versions) }
        try damage("INSERT INTO fence_version VALUES (x'', 3, 'file', NULL), (x'61', 4, x'FF', NULL)")
        try salvage()
        #expect(lost() == "fence versions 2")
        #expect(DamagedStore(path: folder.path).fenceVersions() == versions)
        let reader = try HistoryReader(path: folder.path)
        let found = try reader.fenceVersion(of: depot, at: Timestamp(milliseconds: 1))
        #expect(found?.version == versions[0] && found?.until == Timestamp(milliseconds: 2))
    }

    @Test func `a file that is no store is moved aside`() throws {
        folder.bytes = Array(String(repeating: "this is no database\n", count: 300).utf8)
        try salvage()
        #expect(lost() == "file 1 broken places")
        #expect(try folder.with { try $0.load() } == StoredState())
    }

    /// A broken page of their table costs what lies on it, one of their index nothing.
    @Test(arguments: [true, false]) func `runs of many devices are found without their index`(
        _ isOfIndex: Bool
    ) throws {
        let devices = try (0..<60).map { try Identifier("fleet\($0)") }
        try folder.with { store in
            for round in 0..<5 as Range<Int64> {
                let rows = (0..<128).map { HistoryPosition.row(round * 1000 + $0) }
                _ = try store.add(HistoryBatch(positions: devices.map { ($0, rows) }))
            }
        }
        let before = try StoreContents(folder).past[0]
        let index = try folder.with { store in
            try store.withoutTransaction { db in
                let name = "sqlite_autoindex_position_run_1"
                let sql = "SELECT rootpage FROM sqlite_master WHERE name = ?"
                return try Int.fetchOne(db, sql: sql, arguments: [name]).map { ($0 - 1) * 4096 }
            }
        }
        var bytes = folder.bytes
        let rows = stride(from: 0, to: bytes.count, by: 4096).filter { bytes[$0] == 13 }
        let page = try #require(isOfIndex ? index : rows.last)
        for index in page..<page + 4096 { bytes[index] = 0xFF }
        folder.bytes = bytes
        try salvage()
        #expect(lost() == (isOfIndex ? "" : "runs of positions 1 broken places"))
        let after = try StoreContents(folder).past[0]
        #expect(isOfIndex ? after == before : after < before && after > before - 20 * 128)
    }

    @Test func `rows before and behind a broken page are kept`() throws {
        let positions = (0..<30_000).map {
            HistoryPosition(time: $0, latitude: Int32($0 % 2), longitude: 2)
        }
        try folder.with { store in
            let rows = [(device: try Identifier("long"), rows: positions)]
            try store.commit(Batch(history: HistoryBatch(positions: rows)), time: 1)
        }
        var bytes = folder.bytes
        let before = try StoreContents(folder).past[0]
        // Leaves of the table: there positions step to and fro.
        let steps = Data([0, 2, 0, 0, 1, 0, 0, 2, 0, 0, 1, 0])
        let leaves = stride(from: 0, to: bytes.count, by: 4096).filter {
            bytes[$0] == 13 && Data(bytes[$0..<$0 + 4096]).range(of: steps) != nil
        }
        let page = try #require(leaves.dropFirst().first)
        for index in page..<page + 4096 { bytes[index] = 0xFF }
        folder.bytes = bytes
        try salvage()
        #expect(lost() == "runs of positions 1 broken places")
        let after = try StoreContents(folder).past[0]
        #expect(after < before && after > before - 1500, "\(after) of \(before)")
    }
}
