import BenchmarkSupport
import Foundation
import GRDB
import GeofenceCore
import Testing

@testable import AgentTestSupport
@testable import geofence_agent

@Suite struct StoreFailureTests {
    private let folder: StoreFolder

    init() throws { folder = try StoreFolder() }

    @Test func `a file that lacks a table is damaged, and is closed`() throws {
        try folder.with { try $0.commit(Batch(journal: [1]), time: 1) }
        try DatabaseQueue(path: folder.path).write { db in try db.execute(sql: "DROP TABLE journal") }
        let failure = StoreFailure.damaged(path: folder.path, reason: "no such table: journal")
        #expect(throws: failure) { try folder.open() }
        let files = try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")
        let open = files.compactMap {
            try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/" + $0)
        }
        #expect(!open.contains { $0.hasPrefix(folder.path) })
    }

    @Test func `keeps a second agent off, until the first is gone`() throws {
        try folder.with { store in
            let failure = StoreFailure.locked(path: folder.path)
            #expect(throws: failure) { try folder.open() }
            try store.commit(Batch(journal: [1]), time: 1)
        }
        #expect(try folder.open().load() == StoredState(journals: [[1]]))
    }

    @Test(arguments: [(8, 1), (7, Store.codec + 1), (6, Store.codec + 1), (8, 0)])
    func `leaves the store of a later version alone`(_ layout: Int, _ codec: Int) throws {
        try expectLeftAlone(layout, codec) { .tooNew(path: $0, $1) }
    }

    @Test(arguments: [(1, 0), (2, 0), (5, 0), (6, Store.oldestCodec - 1), (5, 1)])
    func `leaves the store of an earlier version alone`(_ layout: Int, _ codec: Int) throws {
        try expectLeftAlone(layout, codec) { .tooOld(path: $0, $1) }
    }

    private func expectLeftAlone(
        _ layout: Int,
        _ codec: Int,
        _ failure: (String, StoreVersion) -> StoreFailure
    ) throws {
        try folder.with { store in
            try store.commit(Batch(journal: [1]), time: 1)
            try store.become(layout: layout, codec: codec, program: "0.7.0")
        }
        let before = folder.bytes
        let version = StoreVersion(layout: layout, codec: codec, program: "0.7.0")
        #expect(throws: failure(folder.path, version)) { try folder.open() }
        #expect(folder.bytes == before)
        #expect(folder.names == ["agent.sqlite", "agent.sqlite.lock"])
    }

    @Test func `leaves the store of a later version alone that has no table in which its program stands`()
        throws
    {
        try folder.with { store in
            try store.become(layout: 9, codec: 1, program: "2.0.0")
            try store.transaction { db in try db.execute(sql: "DROP TABLE setup") }
        }
        let failure = StoreFailure.tooNew(path: folder.path, StoreVersion(layout: 9, codec: 1))
        #expect(throws: failure) { try folder.open() }
    }

    @Test func `names the program that wrote it last`() throws {
        try folder.with { try $0.become(layout: Store.layout, codec: Store.codec, program: "0.0.1") }
        try folder.with { store in
            let version = try store.withoutTransaction { db in try StoreVersion(db) }
            #expect(version == StoreVersion.current)
        }
    }

    @Test func `takes a file with other tables for no store`() throws {
        try folder.with { try $0.become(layout: 0, codec: 0, program: "0.1.0") }
        let failure = StoreFailure.damaged(path: folder.path, reason: "it has tables, but none of a store")
        #expect(throws: failure) { try folder.open() }
    }

    @Test func `says that a file is no store, and begins anew once it is set aside`() throws {
        let text = Array(String(repeating: "this is no database\n", count: 300).utf8)
        folder.bytes = text
        let failure = StoreFailure.damaged(path: folder.path, reason: "file is not a database")
        #expect(throws: failure) { try folder.open() }
        _ = FileManager.default.createFile(atPath: folder.path + "-wal", contents: Data([7]))
        let aside = Store.setAside(folder.path, suffix: "now")
        #expect(aside == folder.path + ".damaged-now")
        #expect(
            folder.names == ["agent.sqlite.damaged-now", "agent.sqlite.damaged-now-wal", "agent.sqlite.lock"]
        )
        #expect(FileManager.default.contents(atPath: aside).map { [UInt8]($0) } == text)
        #expect(try folder.open().load() == StoredState())
    }

    @Test func `says what keeps it from being made`() throws {
        let path = folder.path + "/none/agent.sqlite"
        let failure = StoreFailure.disk(path: path + ".lock", reason: "No such file or directory")
        #expect(throws: failure) { try Store(path: path, durability: .process) }
    }

    /// Rows whose values have other types than the agent writes: what a disk that loses bits can leave.
    @Test(arguments: [
        "INSERT INTO outbox VALUES (1, x'ff', 'text', 'no', 0, NULL, NULL)",
        "INSERT INTO outbox VALUES (1, 't', 1.5, 0, 0, NULL, NULL)",
        "INSERT INTO outbox VALUES (1, 't', x'', 0, 'yesterday', NULL, NULL)",
        "INSERT INTO outbox VALUES (1, 't', x'', 'a', 0, NULL, NULL)",
        "INSERT INTO outbox VALUES (1, 't', x'', 0, 0, NULL, 7)",
        "INSERT INTO outbox_log VALUES (1, 'text')", "INSERT INTO outbox_log VALUES (1, x'00FF')",
        "INSERT INTO journal VALUES (1, 5.5)", "INSERT INTO setup VALUES ('a', 7)",
        "INSERT INTO device VALUES (x'00', 9)", "INSERT INTO device VALUES (x'00', 'text')",
        "INSERT INTO fences VALUES (1, 9)", "INSERT INTO fences VALUES (1, 'text')",
        "INSERT INTO runtime_fences VALUES (x'00', 9)",
    ])
    func `says that it is damaged where a value is not of its kind`(_ sql: String) throws {
        let store = try folder.open()
        try store.transaction { db in try db.execute(sql: sql) }
        let failure = StoreFailure.damaged(path: folder.path, reason: "a value is not of its kind")
        #expect(throws: failure) { try store.load() }
    }

    @Test(arguments: [[0], [-3, 4], [1, 20_000_000], [.max]] as [[Int64]])
    func `says that it is damaged where rows have numbers that none could have`(_ numbers: [Int64]) throws {
        let store = try folder.open()
        try store.commit(Batch(outgoing: numbers.map { .row($0) }), time: 1)
        let reason = "rows of the outbox have impossible numbers"
        #expect(throws: StoreFailure.damaged(path: folder.path, reason: reason)) { try store.load() }
    }

    @Test func `says that it is damaged, and never traps, whatever the disk made of it`() throws {
        try folder.with { store in
            let rows = (1...40).map { OutboxRow.row($0, "topic \($0)", String(repeating: "p", count: 90)) }
            let devices = try (10..<50).map {
                (try Identifier("d\($0)"), [UInt8](repeating: UInt8($0), count: 100))
            }
            try store.commit(
                Batch(outgoing: rows),
                Checkpoint(devices: PackedRows(devices), setup: [("a", [1, 2, 3])]),
                time: 1
            )
            try store.commit(Batch(journal: [1, 2, 3]), time: 2)
            for row in rows {
                let new = OutboxRow.row(row.number + 40, row.topic, "new")
                try store.commit(Batch(outgoing: [new], done: [row.number]), time: 3)
            }
        }
        let whole = folder.bytes
        var random = SeededGenerator(seed: 3)
        var opened = 0
        for _ in 0..<80 {
            var bytes = whole
            for _ in 0...random.next() % 8 {
                bytes[Int(random.next() % UInt64(bytes.count))] = UInt8(
                    truncatingIfNeeded: random.next() >> 9
                )
            }
            if random.next().isMultiple(of: 8) { bytes.removeLast(Int(random.next() % UInt64(bytes.count))) }
            folder.bytes = bytes
            do {
                _ = try folder.open().load()
                opened += 1
            } catch { #expect(!"\(error)".isEmpty) }
            try? FileManager.default.removeItem(atPath: folder.path + "-wal")
        }
        #expect(opened > 5)
    }

    @Test(arguments: [
        (
            StoreFailure.locked(path: "/a"),
            "/a: another agent uses this store; stop it, or give this one its own store.path"
        ),
        (
            .tooNew(path: "/a", StoreVersion(layout: 7, codec: 1, program: "0.7.0")),
            "/a: written by geofence-agent 0.7.0 (layout 7, codec 1), which is later than this "
                + "geofence-agent 0.1.0 (layout \(Store.layout), codec \(Store.codec)); use that version, or another store.path"
        ),
        (
            .tooOld(path: "/a", StoreVersion(layout: 5, codec: 0)),
            "/a: written by geofence-agent of an unknown version (layout 5, codec 0), which this "
                + "geofence-agent 0.1.0 (layout \(Store.layout), codec \(Store.codec)) can't read; use that version, or another store.path"
        ),
        (.damaged(path: "/a", reason: "torn"), "/a: damaged (torn)"),
        (.disk(path: "/a", reason: "full"), "/a: full"),
    ])
    func `says what is wrong and what to do`(_ failure: StoreFailure, _ text: String) {
        #expect("\(failure)" == text)
    }

    @Test func `what a removed file held is written again`() throws {
        let store = try folder.open()
        try store.commit(Batch(journal: [1, 2]), time: 1)
        try store.checkPresence()
        let before = try store.load()
        try FileManager.default.removeItem(atPath: folder.path)
        try store.commit(Batch(journal: [3]), time: 2)
        #expect(throws: StoreFailure.gone(path: folder.path, isKept: true)) { try store.checkPresence() }
        let copy = try StoreFolder()
        copy.bytes = folder.bytes
        #expect(try copy.with { try $0.load() } == StoredState(journals: before.journals + [[3]]))
        #expect(try StoreFolder.permissions(folder.path) == "600")
    }

    @Test func `another file in its place is left alone`() throws {
        let store = try folder.open()
        try store.commit(Batch(journal: [1]), time: 1)
        try FileManager.default.removeItem(atPath: folder.path)
        folder.bytes = [7]
        #expect(throws: StoreFailure.gone(path: folder.path, isKept: false)) { try store.checkPresence() }
        #expect(folder.bytes == [7])
    }
}
