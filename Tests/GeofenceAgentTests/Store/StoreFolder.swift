import Foundation
import GRDB

@testable import geofence_agent

/// A folder of its own for the store of one test; it goes with the value's owner.
final class StoreFolder {
    /// Where the store's file is to be.
    let path: String
    private let folder: String

    init() throws {
        folder = FileManager.default.temporaryDirectory.path + "/store-\(UUID().uuidString)"
        path = folder + "/agent.sqlite"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(atPath: folder) }

    /// Names in the folder, sorted.
    var names: [String] {
        (try? FileManager.default.contentsOfDirectory(atPath: folder).sorted()) ?? []
    }

    /// The bytes of the store's file.
    var bytes: [UInt8] {
        get { FileManager.default.contents(atPath: path).map { [UInt8]($0) } ?? [] }
        set { _ = FileManager.default.createFile(atPath: path, contents: Data(newValue)) }
    }

    /// Opens the store.
    func open(_ durability: StoreSettings.Durability = .process) throws(StoreFailure) -> Store {
        try Store(path: path, durability: durability)
    }

    /// Opens the store for as long as a closure runs.
    func with<Value>(_ body: (Store) throws -> Value) throws -> Value {
        try body(try open())
    }

    /// Has the store's file for itself, as a program that is no agent may, for as long as a closure runs.
    func withFileLocked(_ body: () throws -> Void) throws {
        let other = try DatabaseQueue(path: path)
        try other.writeWithoutTransaction { db in
            try db.execute(sql: "PRAGMA locking_mode = EXCLUSIVE; BEGIN IMMEDIATE; COMMIT")
            try body()
        }
    }

    /// The permissions of a file, octal.
    static func permissions(_ path: String) throws -> String {
        let attributes = try FileManager.default.attributesOfItem(atPath: path)
        return String((attributes[.posixPermissions] as? Int) ?? 0, radix: 8)
    }
}

extension Store {
    /// Makes it look as if another version had written it.
    func become(layout: Int, codec: Int, program: String) throws {
        try transaction { db in
            try db.execute(
                sql: """
                    PRAGMA user_version = \(layout);
                    PRAGMA application_id = \(codec);
                    UPDATE setup SET value = ? WHERE name = 'program'
                    """,
                arguments: [Data(program.utf8)]
            )
        }
    }
}

extension StoredState: Equatable {
    /// Whether both hold the same.
    static func == (a: StoredState, b: StoredState) -> Bool {
        a.setup == b.setup && a.devices == b.devices && a.journals == b.journals && a.outbox == b.outbox
            && a.deadCount == b.deadCount && a.runtimeFences == b.runtimeFences
            && a.fences.keys == b.fences.keys && a.fences.values == b.fences.values
    }
}

extension OutboxRow {
    /// A row for a test.
    static func row(
        _ number: Int64,
        _ topic: String = "t",
        _ payload: String = "p",
        retained: Bool = false,
        time: Int64 = 0
    ) -> OutboxRow {
        OutboxRow(
            number: number,
            topic: topic,
            payload: Array(payload.utf8),
            isRetained: retained,
            time: time
        )
    }
}
