import Foundation
import GRDB

/// What a store holds when an agent starts.
struct StoredState {
    var setup: [String: [UInt8]] = [:]
    var devices: [[UInt8]] = []
    var journals: [[UInt8]] = []
    var outbox: [OutboxRow] = []
    /// How many rows the broker has refused for good.
    var deadCount = 0
}

extension Store {
    /// Reads everything that an agent needs to go on.
    func load() throws(StoreFailure) -> StoredState {
        try transaction { db in
            var stored = StoredState()
            for row in try Row.fetchAll(db, sql: "SELECT name, value FROM setup") {
                stored.setup[row[0]] = [UInt8](row[1] as Data)
            }
            stored.devices = try Data.fetchAll(db, sql: "SELECT state FROM device ORDER BY id").map {
                [UInt8]($0)
            }
            stored.journals = try Data.fetchAll(db, sql: "SELECT entries FROM journal ORDER BY number").map {
                [UInt8]($0)
            }
            stored.outbox = try Row.fetchAll(
                db,
                sql: "SELECT number, topic, payload, retained, time FROM outbox ORDER BY number"
            )
            .map {
                OutboxRow(
                    number: $0[0],
                    topic: $0[1],
                    payload: [UInt8]($0[2] as Data),
                    isRetained: $0[3],
                    time: $0[4]
                )
            }
            stored.deadCount = try Int.fetchOne(db, sql: "SELECT count(*) FROM dead") ?? 0
            return stored
        }
    }

    /// Moves a damaged store out of the way, with its companions, and gives its new name.
    static func setAside(_ path: String, suffix: String) -> String {
        let aside = "\(path).damaged-\(suffix)"
        for companion in ["", "-wal", "-shm"] { _ = rename(path + companion, aside + companion) }
        return aside
    }
}
