import Foundation
import GRDB
import GeofenceCore

/// The tables of the past: rows lie by device and time, so that a stretch of one device is read and erased in one go.
extension Store {
    /// Brings a store of layout 2 to the present one.
    static func addHistory(_ db: Database) throws {
        try db.execute(
            sql: """
                CREATE TABLE tracked (key INTEGER PRIMARY KEY, id BLOB UNIQUE);
                CREATE TABLE position (
                    device INTEGER NOT NULL, time INTEGER NOT NULL, latitude INTEGER NOT NULL, longitude INTEGER NOT NULL,
                    accuracy INTEGER, altitude INTEGER, speed INTEGER, PRIMARY KEY (device, time)) WITHOUT ROWID;
                CREATE TABLE event (
                    device INTEGER NOT NULL, time INTEGER NOT NULL, id TEXT NOT NULL, payload BLOB NOT NULL,
                    PRIMARY KEY (device, time, id)) WITHOUT ROWID;
                CREATE TABLE visit (
                    device INTEGER NOT NULL, time INTEGER NOT NULL, departure INTEGER, latitude INTEGER NOT NULL,
                    longitude INTEGER NOT NULL, accuracy INTEGER, positions INTEGER NOT NULL,
                    PRIMARY KEY (device, time)) WITHOUT ROWID;
                PRAGMA user_version = \(layout);
                """
        )
    }

    /// Lets the file give back its free pages, where it doesn't yet.
    static func makeShrinkable(_ db: Database) throws {
        guard try Int.fetchOne(db, sql: "PRAGMA auto_vacuum") == 0 else { return }
        try db.execute(sql: "PRAGMA auto_vacuum = INCREMENTAL; VACUUM")
    }

    /// Adds rows; what is there already stays, but for visits, which may have gone on.
    func write(_ history: HistoryBatch, _ db: Database) throws {
        let add = try db.cachedStatement(
            sql: "INSERT OR IGNORE INTO position VALUES (?, ?, ?, ?, ?, ?, ?)"
        )
        for (device, rows) in history.positions {
            let key = try historyKey(device, db)
            for row in rows {
                try add.execute(
                    arguments: [
                        key, row.time, row.latitude, row.longitude, row.accuracy, row.altitude, row.speed,
                    ]
                )
            }
        }
        let tell = try db.cachedStatement(sql: "INSERT OR IGNORE INTO event VALUES (?, ?, ?, ?)")
        for event in history.events {
            let key = try historyKey(event.device, db)
            try tell.execute(arguments: [key, event.time, event.id, Data(event.payload)])
        }
        let stay = try db.cachedStatement(sql: "INSERT OR REPLACE INTO visit VALUES (?, ?, ?, ?, ?, ?, ?)")
        for visit in history.visits {
            let key = try historyKey(visit.device, db)
            try stay.execute(
                arguments: [
                    key, visit.arrival, visit.departure, visit.latitude, visit.longitude, visit.accuracy,
                    visit.positions,
                ]
            )
        }
    }

    /// The number of a device in these tables; a new one gets the next.
    private func historyKey(_ device: Identifier, _ db: Database) throws -> Int64 {
        if let known = historyKeys[device] { return known }
        let id = Data(device.description.utf8)
        try db.execute(sql: "INSERT OR IGNORE INTO tracked (id) VALUES (?)", arguments: [id])
        guard let key = try Int64.fetchOne(db, sql: "SELECT key FROM tracked WHERE id = ?", arguments: [id])
        else { throw StoreFailure.damaged(path: path, reason: "a device of the history has no key") }
        historyKeys[device] = key
        return key
    }
}
